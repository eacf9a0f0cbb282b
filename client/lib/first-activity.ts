// Not pointerover: Chromium also sends it when a page appears under a pointer that rests.
const eventNames = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'wheel',
  'scroll',
] as const;

/** Resolves when the visitor begins to use the page. */
export function firstActivity(): Promise<void> {
  const options = { capture: true, passive: true };
  return new Promise((resolve) => {
    function once() {
      for (const name of eventNames) removeEventListener(name, once, options);
      resolve();
    }
    for (const name of eventNames) addEventListener(name, once, options);
  });
}
