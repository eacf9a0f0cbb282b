import type { PageHref } from '../routes.ts';
import { Link } from './link.tsx';

interface Step {
  href: PageHref;
  label: string;
}

interface Props {
  /** The name of the list, for screen readers. */
  label: string;
  previous: Step | null;
  /** The text that names this page. */
  place?: string;
  next: Step | null;
  /** The links change only the list on the page: see GoOptions. */
  stay?: boolean;
}

/** Links to the previous and the next page of a list; renders nothing for a list of one page. */
export function Pager({ label, previous, place, next, stay }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label={label}>
      {previous && (
        <Link href={previous.href} rel="prev" stay={stay}>
          <span aria-hidden="true">←</span> {previous.label}
        </Link>
      )}
      {place && <p className="soft">{place}</p>}
      {next && (
        <Link className="pager__next" href={next.href} rel="next" stay={stay}>
          {next.label} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  );
}
