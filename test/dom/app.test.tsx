import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, render } from '@testing-library/react';
import { App } from '#client/app.tsx';
import { createServerSite } from '#client/stores/server-site.ts';
import type { Visit } from '#client/visit.ts';
import type { Api } from '#shared/api.ts';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { visitOf } from '../support/fake-navigation.ts';
import { filledAreas } from '../support/locales.ts';

/** The site, whose page and layout throw while the test marks them as broken. */
function open(t: TestContext) {
  t.mock.method(console, 'error', () => undefined);
  const broken = { page: false, layout: false };
  function Page() {
    if (broken.page) throw new Error('the page');
    return <h1>Our team</h1>;
  }
  const texts = filledAreas('en');
  const visit = (): Visit => ({ ...visitOf('/team', 'en'), page: { Page }, texts });
  const site = createServerSite(visit(), {} as Api);
  const { announcement } = site;
  Object.defineProperty(site, 'announcement', {
    get() {
      if (broken.layout) throw new Error('the layout');
      return announcement;
    },
  });
  const view = render(<App site={site} />);
  t.after(() => view.unmount());
  return {
    broken,
    /** Visits the same address once more, as a click on a link to it does. */
    visitAgain: () =>
      act(() => {
        site.visit.value = visit();
      }),
    has: (name: string) => view.queryByRole('heading', { name }) !== null,
    hasFooter: () => view.queryByRole('contentinfo') !== null,
    renderAgain: () => view.rerender(<App site={site} />),
  };
}

describe('the error panel', () => {
  for (const part of ['page', 'layout'] as const)
    it(`replaces a ${part} that throws, and disappears when the next visit succeeds`, (t) => {
      const { broken, visitAgain, renderAgain, has, hasFooter } = open(t);
      assert.ok(has('Our team') && hasFooter());
      broken[part] = true;
      visitAgain();
      assert.ok(has(en.broken.title) && !has('Our team'));
      assert.equal(hasFooter(), part === 'page', 'what is around the page stays');
      broken[part] = false;
      renderAgain();
      assert.ok(has(en.broken.title), 'the same visit is not rendered again');
      visitAgain();
      assert.ok(has('Our team') && hasFooter() && !has(en.broken.title));
    });
});
