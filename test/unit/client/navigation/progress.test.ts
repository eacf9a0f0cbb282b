import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { announce } from '#client/navigation/focus-and-announce.ts';
import { createProgress, showOfflineToast } from '#client/navigation/progress.ts';
import { fakeNavigation } from '../../../support/fake-navigation.ts';

function open(t: TestContext) {
  const { site } = fakeNavigation('/about');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const begin = createProgress(site, 300);
  return { site, begin, tick: (ms: number) => t.mock.timers.tick(ms) };
}

describe('progress', () => {
  it('is shown and announced when a task takes long, until it ends', (t) => {
    const { site, begin, tick } = open(t);
    const end = begin();
    tick(299);
    assert.equal(site.pending.peek(), false);
    assert.equal(site.announcement.peek(), '');
    tick(1);
    assert.equal(site.pending.peek(), true);
    assert.equal(site.announcement.peek(), 'loading');
    end();
    assert.equal(site.pending.peek(), false);
  });

  it('is not shown for a short task', (t) => {
    const { site, begin, tick } = open(t);
    begin()();
    tick(1000);
    assert.equal(site.pending.peek(), false);
    assert.equal(site.announcement.peek(), '');
  });

  it('is shown until the last of several tasks ends', (t) => {
    const { site, begin, tick } = open(t);
    const [first, second] = [begin(), begin()];
    tick(300);
    first();
    assert.equal(site.pending.peek(), true);
    second();
    assert.equal(site.pending.peek(), false);
  });
});

describe('an announcement', () => {
  it('is a change, also when it says the same as the one before', (t) => {
    const { site } = open(t);
    const texts: string[] = [];
    t.after(site.announcement.subscribe((text) => void texts.push(text)));
    for (let turn = 0; turn < 3; turn += 1) announce(site, 'News');
    assert.deepEqual(texts, ['', 'News', 'News ', 'News']);
  });
});

describe('a site that cannot be reached', () => {
  it('causes a toast of the layout, in the current language', (t) => {
    const { site } = open(t);
    showOfflineToast(site);
    const [toast] = site.toasts.list.peek();
    assert.deepEqual(toast && { ...toast, id: 0 }, {
      id: 0,
      from: 'navbar',
      tone: 'bad',
      text: { area: 'navbar', key: 'offline', text: 'offline' },
    });
  });
});
