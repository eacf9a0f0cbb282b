/**
 * The buttons that need a script. Links, submit buttons and the buttons of popovers work without one; a repeated click
 * on the button of a popover would close what the visitor has opened.
 */
const scripted = 'button[type="button"]:not([popovertarget])';

/**
 * Records the last button that was pressed before hydration. `stop` ends the recording when React adds its listeners;
 * `repeat` clicks the recorded button again.
 */
export function rememberEarlyClick(): { stop(): void; repeat(): void } {
  let pressed: HTMLElement | null = null;
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>(scripted) : null;
  };
  addEventListener('click', remember, true);
  return {
    stop: () => removeEventListener('click', remember, true),
    repeat: () => {
      if (pressed?.isConnected) pressed.click();
    },
  };
}
