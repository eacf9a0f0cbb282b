import { useSite } from '../lib/site-context.ts';

/** One icon of static/icons.svg. Icons always stand beside a text or in a named button, so screen readers skip them. */
export function Icon({ name }: { name: string }) {
  return (
    <svg aria-hidden="true" width="24" height="24">
      <use href={useSite().iconHref(name)} />
    </svg>
  );
}
