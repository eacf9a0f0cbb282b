import { useSite } from '../lib/site-context.ts';

/** Five lines for five letters: the sun on its horizon and the name, in the colour around it. */
export function Logo() {
  return (
    <svg viewBox="0 0 95.33 24" width="95" height="24" aria-hidden="true">
      <use href={useSite().iconHref('logo')} />
    </svg>
  );
}
