import { useEffect } from 'react';
import { Router, type BaseLocationHook } from 'wouter';
import { Boundary } from './components/boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { SiteContext, VisitContext, useVisit } from './lib/site-context.ts';
import { useValue } from './lib/use-value.ts';
import type { Site } from './stores/site.ts';
import { isMissing, pageKeyOf } from './visit.ts';

/**
 * The location for wouter: the path of the shown page, because the address in the browser may be that of the next page
 * already. Links open pages through the navigator, so the second function is never called.
 */
const useShownLocation: BaseLocationHook = () => [useVisit().path, () => undefined];

/** The content of #root, the same on the server and in the browser. */
export function App({ site }: { site: Site }) {
  const visit = useValue(site.visit);
  useEffect(() => site.onHydrated(), [site]);
  const { Page, Missing } = visit.page;
  return (
    <SiteContext value={site}>
      <VisitContext value={visit}>
        <Router hook={useShownLocation}>
          <Boundary resetKey={visit}>
            <Layout>
              <Boundary key={pageKeyOf(visit)} resetKey={visit}>
                {Missing && isMissing(visit) ? <Missing /> : <Page data={visit.data} />}
              </Boundary>
            </Layout>
          </Boundary>
        </Router>
      </VisitContext>
    </SiteContext>
  );
}
