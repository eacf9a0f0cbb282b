/** Screen readers and voice control may send a click without an event of a pointer, touch, key or focus. */
const eventNames = [
  'click',
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'wheel',
  'scroll',
] as const;

/** A browser also sends `pointermove` when a page appears under a pointer that does not move. */
const isWithoutMovement = (event: Event) =>
  event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY;

/** Resolves when the visitor begins to use the page. */
export function firstActivity(): Promise<void> {
  const options = { capture: true, passive: true };
  return new Promise((resolve) => {
    function listen(event: Event) {
      if (isWithoutMovement(event)) return;
      for (const name of eventNames) removeEventListener(name, listen, options);
      resolve();
    }
    for (const name of eventNames) addEventListener(name, listen, options);
  });
}
