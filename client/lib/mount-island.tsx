import { useState, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Language } from '#shared/languages.ts';
import type { Site } from '../stores/site.ts';
import { SiteContext, VisitContext } from './site-context.ts';
import { useValue } from './use-value.ts';

/** The page's contexts for a root of its own. When another page is shown, the island stays as it is until it ends. */
function Contexts({ site, children }: { site: Site; children: ReactNode }) {
  const latest = useValue(site.visit);
  const [shown, setShown] = useState(latest);
  const isOwn = latest.route.name === shown.route.name;
  if (isOwn && latest !== shown) setShown(latest);
  return (
    <SiteContext value={site}>
      <VisitContext value={isOwn ? latest : shown}>{children}</VisitContext>
    </SiteContext>
  );
}

/** Makes an island's box a React root: hydrates what the server has printed, or renders anew in another language. */
export function mountIsland(box: HTMLElement, site: Site, printedIn: Language, part: ReactNode): () => void {
  const tree = <Contexts site={site}>{part}</Contexts>;
  const isSame = site.visit.peek().language === printedIn;
  const root = isSame ? hydrateRoot(box, tree) : createRoot(box);
  if (!isSame) root.render(tree);
  return () => root.unmount();
}
