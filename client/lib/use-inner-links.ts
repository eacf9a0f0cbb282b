import type { MouseEvent } from 'react';
import { findRoute } from '../routes.ts';
import { isPlainClick } from './plain-click.ts';
import { useSite } from './site-context.ts';

/** The page's address that a click asks for; null where the browser has to follow the link itself. */
function pageAddress(event: MouseEvent): string | null {
  if (!isPlainClick(event) || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const href = event.target.closest('a')?.getAttribute('href');
  if (!href?.startsWith('/')) return null;
  const { origin, pathname, searchParams } = new URL(href, location.href);
  // An address that names a language is a choice, which a new document applies.
  const isPage = origin === location.origin && !searchParams.has('lang') && findRoute(pathname) !== null;
  return isPage ? href : null;
}

/** Links to pages inside HTML of the backend and of legal texts navigate as all others do. */
export function useInnerLinks(): (event: MouseEvent) => void {
  const { navigator } = useSite();
  return (event) => {
    const href = pageAddress(event);
    if (href === null) return;
    event.preventDefault();
    void navigator.go(href);
  };
}
