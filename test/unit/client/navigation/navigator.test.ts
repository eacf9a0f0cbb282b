import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openNavigation } from '../../../support/fake-navigation.ts';

describe('prefetching', () => {
  /** A tab whose time the test passes. */
  function open(t: TestContext, options?: Parameters<typeof openNavigation>[2]) {
    const tab = openNavigation(t, '/about', options);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    return { ...tab, pass: (ms: number) => t.mock.timers.tick(ms) };
  }

  it('ignores addresses that are not pages', (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/no/such/page');
    tab.pass(1000);
    assert.deepEqual(tab.loads, []);
  });

  it('ends with a click, which loads the page itself', (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/team');
    void tab.site.navigator.go('/team');
    tab.pass(1000);
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['/team'],
    );
  });

  it('waits for a moment', (t) => {
    const tab = open(t, { prefetchMs: undefined });
    tab.site.navigator.prefetch('/team');
    tab.pass(64);
    assert.deepEqual(tab.loads, []);
    tab.pass(1);
    assert.equal(tab.loads.length, 2);
  });

  it('ends when the pointer leaves the link', (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/team');
    tab.site.navigator.cancelPrefetch();
    tab.pass(1000);
    assert.deepEqual(tab.loads, []);
  });

  it('causes no error when it fails', async (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/team');
    tab.pass(1000);
    await tab.fail('team');
    await tab.fail('team en');
    assert.deepEqual(tab.errors, []);
  });

  it('loads the page of the link where the pointer stays, not of each one that it has passed', (t) => {
    const tab = open(t);
    for (const href of ['/team', '/careers', '/process']) tab.site.navigator.prefetch(href);
    tab.pass(1000);
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['process', 'process en'],
    );
  });
});
