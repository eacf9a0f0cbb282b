/**
 * Calls `action` now, or after the click while a mouse button or a finger is down: an error that appears before the end
 * of the click would move the pressed element away, and the browser would send no click.
 */
export const afterPress = (action: () => void): void =>
  document.querySelector(':active') ? addEventListener('mouseup', () => setTimeout(action), { once: true }) : action();
