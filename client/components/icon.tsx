import { useSite } from '../lib/site-context.ts';

/** One picture of the sprite static/icons.svg; always beside words, so hidden from screen readers. */
export function Icon({ name }: { name: string }) {
  return (
    <svg aria-hidden="true" width="24" height="24">
      <use href={useSite().iconHref(name)} />
    </svg>
  );
}
