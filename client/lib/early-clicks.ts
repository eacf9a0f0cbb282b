/** Links and submit buttons work without scripts, everything else that is pressed does not. */
const scripted = 'button:not([type="submit"])';

/**
 * Remembers the last button that was pressed before the page was hydrated. `stop` ends that, at the moment in which React
 * begins to listen; `repeat` presses the button once more.
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
