import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, render } from '@testing-library/react';
import type { Api } from '#shared/api.ts';
import { Boundary } from '#client/components/boundary.tsx';
import { SiteContext, VisitContext } from '#client/lib/site-context.ts';
import { createSite } from '#client/stores/site.ts';
import { visitOf } from '../../support/fake-navigation.ts';

describe('the error panel', () => {
  it('goes as soon as the next attempt to show the page succeeds', (t) => {
    t.mock.method(console, 'error', () => undefined);
    let isBroken = true;
    function Page() {
      if (isBroken) throw new Error('no');
      return <h1>Team</h1>;
    }
    const site = createSite(visitOf('/team', 'en'), {} as Api);
    const app = (attempt: object) => (
      <SiteContext value={site}>
        <VisitContext value={site.visit.peek()}>
          <Boundary attempt={attempt}>
            <Page />
          </Boundary>
        </VisitContext>
      </SiteContext>
    );
    const first = {};
    const view = render(app(first));
    t.after(() => view.unmount());
    assert.ok(view.getByRole('heading', { name: 'broken.title' }));
    isBroken = false;
    act(() => view.rerender(app(first)));
    assert.ok(view.getByRole('heading', { name: 'broken.title' }), 'the same attempt is not rendered again');
    act(() => view.rerender(app({})));
    assert.ok(view.getByRole('heading', { name: 'Team' }));
  });
});
