import { useState, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Language } from '#shared/languages.ts';
import type { Site } from '../stores/site.ts';
import { rootErrorHandlers } from './error-reporter.ts';
import { PageContexts } from './page-contexts.tsx';
import { useValue } from './use-value.ts';

/**
 * The contexts of the page for a separate React root. When another page is shown, the island keeps the visit of its own
 * page.
 */
function Contexts({ site, children }: { site: Site; children: ReactNode }) {
  const latest = useValue(site.visit);
  const [shown, setShown] = useState(latest);
  const isOwn = latest.route.name === shown.route.name;
  if (isOwn && latest !== shown) setShown(latest);
  return (
    <PageContexts site={site} visit={isOwn ? latest : shown}>
      {children}
    </PageContexts>
  );
}

/**
 * Makes the box of an island a React root: hydrates the HTML of the server, or renders it where that is missing or in
 * another language.
 * React errors in the island are reported like errors of the page. The returned function unmounts the island.
 */
export function mountIsland(box: HTMLElement, site: Site, printedIn: Language, part: ReactNode): () => void {
  box.removeAttribute('lang');
  const tree = <Contexts site={site}>{part}</Contexts>;
  const isPrinted = box.hasChildNodes() && site.visit.peek().language === printedIn;
  const handlers = rootErrorHandlers(site.reportError);
  const root = isPrinted ? hydrateRoot(box, tree, handlers) : createRoot(box, handlers);
  if (!isPrinted) root.render(tree);
  return () => root.unmount();
}
