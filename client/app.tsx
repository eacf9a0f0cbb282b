import { useEffect } from 'react';
import { Router, type AroundNavHandler } from 'wouter';
import { Boundary } from './components/boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { SiteContext, VisitContext } from './lib/site-context.ts';
import { useValue } from './lib/use-value.ts';
import { isPageHref } from './routes.ts';
import type { Site } from './stores/site.ts';
import { pageKeyOf } from './visit.ts';

/** The content of #root, the same on the server and in the browser. */
export function App({ site }: { site: Site }) {
  const visit = useValue(site.visit);
  useEffect(() => site.onHydrated(), [site]);
  const { Page, Missing } = visit.page;
  const isMissing = visit.status === 404 && Missing !== undefined && visit.data === null;
  const navigate: AroundNavHandler = (_navigate, to, options) => {
    // wouter has the type `any` for the state that <Link> gives it.
    const { stay } = (options?.state ?? {}) as { stay?: boolean };
    if (isPageHref(to)) void site.navigator.go(to, { replace: options?.replace, stay });
    else location.assign(to);
  };
  return (
    <SiteContext value={site}>
      <VisitContext value={visit}>
        <Router ssrPath={visit.path} ssrSearch={visit.search} aroundNav={navigate}>
          <Boundary attempt={visit}>
            <Layout>
              <Boundary key={pageKeyOf(visit)} attempt={visit}>
                {isMissing ? <Missing /> : <Page data={visit.data} />}
              </Boundary>
            </Layout>
          </Boundary>
        </Router>
      </VisitContext>
    </SiteContext>
  );
}
