import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { useSite } from '../lib/site-context.ts';
import type { PageHref } from '../routes.ts';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: PageHref;
  children: ReactNode;
  /** Changes what the page lists and leaves the visitor's place on it. */
  stay?: boolean;
}

/** A link inside the site: a plain anchor first; once there is JavaScript, a navigation that pointing at it prepares. */
export function Link({ stay, ...props }: Props) {
  const { navigator } = useSite();
  // Not on focus: whoever tabs through a menu does not mean its links.
  const prefetch = () => navigator.prefetch(props.href);
  return <RouterLink {...props} state={stay ? { stay } : undefined} onPointerEnter={prefetch} />;
}
