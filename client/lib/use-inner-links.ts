import type { MouseEvent } from 'react';
import { findRoute, type PageHref } from '../routes.ts';
import { isUnmodifiedClick } from './unmodified-click.ts';
import { useSite } from './site-context.ts';

/**
 * The address of the page that the clicked link leads to, in the spelling to which the server redirects every other
 * one; null for a link that the browser must follow itself.
 */
function pageAddress(event: MouseEvent): PageHref | null {
  if (!isUnmodifiedClick(event) || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>('.prose a');
  if (!link?.getAttribute('href')?.startsWith('/') || link.origin !== location.origin) return null;
  const { pathname, search, hash } = link;
  // A language in the address is a choice of the visitor, which only a new document applies.
  const match = new URLSearchParams(search).has('lang') ? null : findRoute(pathname);
  // The path is that of a page of the table.
  return match && ((match.canonicalPath + search + hash) as PageHref);
}

/**
 * A click handler for the page: links in HTML of the backend and of legal texts navigate without a new document. The
 * element that contains the HTML has no handler of its own. Hydration would add that handler; Firefox then moves the
 * content of the element in the accessibility tree, and Orca reads the first paragraph and heading again and again.
 */
export function useInnerLinks(): (event: MouseEvent) => void {
  const { navigator } = useSite();
  return (event) => {
    const href = pageAddress(event);
    if (href === null) return;
    event.preventDefault();
    void navigator.go(href);
  };
}
