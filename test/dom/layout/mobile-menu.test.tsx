import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, render } from '@testing-library/react';
import { App } from '#client/app.tsx';
import { createServerSite } from '#client/stores/server-site.ts';
import type { Api } from '#shared/api.ts';
import { openNavigation, type Navigation } from '../../support/fake-navigation.ts';
import { filledAreas } from '../../support/locales.ts';

/** A page of the site whose menu the visitor has opened before hydration. */
function openMenu(t: TestContext, address: string) {
  const tab = openNavigation(t, address);
  const texts = filledAreas('en');
  const visit = { ...tab.site.visit.peek(), texts };
  tab.site.visit.value = visit;
  const view = render(<App site={{ ...createServerSite(visit, {} as Api), ...tab.site }} />);
  t.after(() => view.unmount());
  const menu = document.getElementById('menu') as HTMLElement;
  let isOpen = true;
  // happy-dom knows no popovers.
  menu.hidePopover = () => {
    isOpen = false;
  };
  /** Opens another address, whose page has the same texts. */
  const follow = (to: string, go: (navigator: Navigation['site']['navigator']) => Promise<void>) =>
    act(async () => {
      void go(tab.site.navigator);
      await tab.succeed(to);
    });
  return { tab, follow, isOpen: () => isOpen };
}

describe('the mobile menu', () => {
  it('stays open when the page removes a personal parameter from its address', (t) => {
    const { tab, isOpen } = openMenu(t, '/gitl?email=olha%40example.com');
    act(() => tab.site.navigator.setParameters({ email: [] }));
    assert.equal(tab.address(), '/gitl');
    assert.ok(isOpen());
  });

  it('closes when another page is shown', async (t) => {
    const { follow, isOpen } = openMenu(t, '/about');
    await follow('/team', ({ go }) => go('/team'));
    assert.ok(!isOpen());
  });

  it('closes when another part of a list is shown', async (t) => {
    const { follow, isOpen } = openMenu(t, '/news');
    await follow('/news?category=Security', ({ go }) => go('/news?category=Security', { stay: true }));
    assert.ok(!isOpen());
  });
});
