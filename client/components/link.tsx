import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { useSite } from '../lib/site-context.ts';
import type { PageHref } from '../routes.ts';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: PageHref;
  children: ReactNode;
  /** The link changes only the list on the page: see GoOptions. */
  stay?: boolean;
  /** The link leads back: see GoOptions. */
  isBack?: boolean;
}

/**
 * A link inside the site. It is a plain anchor without JavaScript; with JavaScript the navigator opens the page, and
 * pointing at the link prefetches it.
 */
export function Link({ stay, isBack, ...props }: Props) {
  const { navigator } = useSite();
  // No prefetch on focus: a visitor who tabs through a menu focuses many links without following them.
  const prefetch = () => navigator.prefetch(props.href);
  // wouter calls this for an unmodified click only, and does not navigate once the default is prevented.
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    props.onClick?.(event);
    event.preventDefault();
    void navigator.go(props.href, { stay, isBack });
  };
  return (
    <RouterLink
      {...props}
      onClick={follow}
      onPointerEnter={prefetch}
      onPointerLeave={() => navigator.cancelPrefetch()}
    />
  );
}
