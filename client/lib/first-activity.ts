const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'input', 'wheel', 'scroll'] as const;

/** Calls once, when the visitor begins to do something with the page. */
export function onFirstActivity(begin: () => void): void {
  const options = { capture: true, passive: true };
  function once() {
    for (const sign of signs) removeEventListener(sign, once, options);
    begin();
  }
  for (const sign of signs) addEventListener(sign, once, options);
}
