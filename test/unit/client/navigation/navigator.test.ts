import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openNavigation, settle } from '../../../support/fake-navigation.ts';

describe('prefetching', () => {
  const wait = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 15);
    });

  it('ignores addresses that are not pages', async (t) => {
    const tab = openNavigation(t);
    tab.site.navigator.prefetch('/no/such/page');
    await wait();
    assert.deepEqual(tab.loads, []);
  });

  it('ends with a click, which loads the page itself', async (t) => {
    const tab = openNavigation(t);
    tab.site.navigator.prefetch('/team');
    void tab.site.navigator.go('/team');
    await wait();
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['/team'],
    );
  });

  it('ends with the navigator, and waits for a moment', async (t) => {
    const tab = openNavigation(t, '/about', { prefetchMs: undefined });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    tab.site.navigator.prefetch('/team');
    t.mock.timers.tick(64);
    assert.deepEqual(tab.loads, []);
    t.mock.timers.tick(1);
    assert.equal(tab.loads.length, 2);
    tab.site.navigator.prefetch('/careers');
    tab.site.navigator.dispose();
    t.mock.timers.tick(1000);
    assert.equal(tab.loads.length, 2);
  });

  it('ends when the pointer leaves the link', async (t) => {
    const tab = openNavigation(t);
    tab.site.navigator.prefetch('/team');
    tab.site.navigator.cancelPrefetch();
    await wait();
    assert.deepEqual(tab.loads, []);
  });

  it('causes no error when it fails', async (t) => {
    const tab = openNavigation(t);
    tab.site.navigator.prefetch('/team');
    await wait();
    await tab.fail('team');
    await tab.fail('team en');
    assert.deepEqual(tab.errors, []);
  });

  it('loads the page of the link where the pointer stays, not of each one that it has passed', async (t) => {
    const tab = openNavigation(t);
    for (const href of ['/team', '/careers', '/process']) tab.site.navigator.prefetch(href);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['process', 'process en'],
    );
  });
});

describe('a navigator that is disposed of', () => {
  it('ends its tasks and no longer listens to the history', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    void tab.site.navigator.go('/careers');
    tab.site.navigator.dispose();
    assert.equal(tab.find('/careers').signal?.aborted, true);
    const { length } = tab.loads;
    tab.browser.move(-1);
    await settle();
    assert.equal(tab.loads.length, length);
  });
});
