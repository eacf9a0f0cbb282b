import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { findRoute } from '../routes.ts';

/** The page's address that a click asks for; null where the browser has to do what it does with links. */
function pageOf(event: MouseEvent): string | null {
  const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (special || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const href = event.target.closest('a')?.getAttribute('href');
  if (!href?.startsWith('/')) return null;
  const { origin, pathname } = new URL(href, location.href);
  return origin === location.origin && findRoute(pathname) ? href : null;
}

/** Links to pages inside shown HTML navigate as all others do. */
export function useInnerLinks(): (event: MouseEvent) => void {
  const [, navigate] = useLocation();
  return (event) => {
    const page = pageOf(event);
    if (page === null) return;
    event.preventDefault();
    navigate(page);
  };
}
