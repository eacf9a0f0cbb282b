import { useSite } from '../lib/site-context.ts';

/** The logo in the colour of the text around it. */
export function Logo() {
  return (
    <svg viewBox="0 0 95.33 24" width="95" height="24" aria-hidden="true">
      <use href={useSite().iconHref('logo')} />
    </svg>
  );
}
