import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import type { PageHref } from '../routes.ts';
import { useSite } from '../lib/site-context.ts';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: PageHref;
  children: ReactNode;
  /** Changes what the page lists without leaving the reader's place. */
  stay?: boolean;
}

/** A link inside the site: a plain anchor first, client navigation and prefetching once there is JavaScript. */
export function Link({ stay, ...props }: Props) {
  const site = useSite();
  const prefetch = () => site.prefetch(props.href);
  return <RouterLink {...props} state={stay ? { stay } : undefined} onPointerEnter={prefetch} onFocus={prefetch} />;
}
