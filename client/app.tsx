import { useEffect } from 'react';
import { Boundary } from './components/boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { PageContexts } from './lib/page-contexts.tsx';
import { useValue } from './lib/use-value.ts';
import type { Site } from './stores/site.ts';
import { isMissing, instanceKeyOf } from './visit.ts';

/** The content of #root, the same on the server and in the browser. */
export function App({ site }: { site: Site }) {
  const visit = useValue(site.visit);
  useEffect(() => site.onHydrated(), [site]);
  const { Page, Missing } = visit.page;
  return (
    <PageContexts site={site} visit={visit}>
      <Boundary resetKey={visit}>
        <Layout>
          <Boundary key={instanceKeyOf(visit)} resetKey={visit}>
            {Missing && isMissing(visit) ? <Missing /> : <Page data={visit.data} />}
          </Boundary>
        </Layout>
      </Boundary>
    </PageContexts>
  );
}
