import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

/** A text link to a page of the site, with an arrow after its text. */
export function ArrowLink({ children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link className="arrow-link" {...props}>
      {children}
      <Icon name="arrow-right" />
    </Link>
  );
}
