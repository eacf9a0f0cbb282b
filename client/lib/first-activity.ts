const eventNames = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'wheel',
  'scroll',
] as const;

/** Calls once, when the visitor begins to use the page. */
export function onFirstActivity(begin: () => void): void {
  const options = { capture: true, passive: true };
  function once() {
    for (const name of eventNames) removeEventListener(name, once, options);
    begin();
  }
  for (const name of eventNames) addEventListener(name, once, options);
}
