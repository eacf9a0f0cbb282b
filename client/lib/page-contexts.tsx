import type { ReactNode } from 'react';
import { Router, type BaseLocationHook } from 'wouter';
import type { Site } from '../stores/site.ts';
import type { Visit } from '../visit.ts';
import { SiteContext, VisitContext, useVisit } from './site-context.ts';

/**
 * The location for wouter is the path of the shown page: during a navigation the browser may already have the address
 * of the next page. Links open pages through the navigator, so the second function is never called.
 */
const useShownLocation: BaseLocationHook = () => [useVisit().path, () => undefined];

/** What every React root of a page needs around it. */
export function PageContexts({ site, visit, children }: { site: Site; visit: Visit; children: ReactNode }) {
  return (
    <SiteContext value={site}>
      <VisitContext value={visit}>
        <Router hook={useShownLocation}>{children}</Router>
      </VisitContext>
    </SiteContext>
  );
}
