import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fakeNavigation, settle } from '../../../support/fake-navigation.ts';

function open(t: TestContext, start = '/about', options?: Parameters<typeof fakeNavigation>[1]) {
  const tab = fakeNavigation(start, options);
  t.after(() => tab.site.navigator.dispose());
  return tab;
}

const topOf = (tab: ReturnType<typeof fakeNavigation>, position: number) =>
  (tab.browser.entries[position]?.state as { top?: number } | null)?.top;

describe('a link', () => {
  it('to a part of another page goes there, and leaves the focus to the browser', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team#people');
    await tab.succeed('/team');
    assert.deepEqual(tab.calls, ['scroll to #people']);
    assert.equal(tab.site.announcement.peek(), 'team in en');
  });

  it('that replaces adds no entry', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team', { replace: true });
    await tab.succeed('/team');
    assert.equal(tab.browser.entries.length, 1);
    assert.equal(tab.address(), '/team');
    assert.equal(topOf(tab, 0), 0);
  });

  it('to a part of the page that is shown remembers the place for Back, and ends what is loading', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    tab.scrollTo(300);
    await tab.site.navigator.go('/about#values');
    assert.equal(tab.find('/team').signal?.aborted, true);
    assert.deepEqual([topOf(tab, 0), topOf(tab, 1)], [300, 300]);
    tab.scrollTo(900);
    tab.browser.move(-1);
    await settle();
    assert.deepEqual(tab.calls, ['scroll to #values', 'restore 300']);
    assert.equal(tab.loads.length, 1);
  });

  it('to the part that the address names already adds nothing to the history', async (t) => {
    const tab = open(t, '/about#values');
    await tab.site.navigator.go('#values');
    assert.equal(tab.browser.entries.length, 1);
    assert.deepEqual(tab.calls, ['scroll to #values']);
  });

  it('to a part of the page with another query is another page', async (t) => {
    const tab = open(t, '/news');
    void tab.site.navigator.go('/news?category=Security#list');
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['/news?category=Security'],
    );
  });

  it('to a part of the page is one also when a secret parameter was removed from the address', async (t) => {
    const tab = open(t, '/checkout?status=success&id=7');
    void tab.site.navigator.go('/checkout?status=success#next');
    assert.deepEqual(tab.loads, []);
    void tab.site.navigator.go('/checkout?status=success&id=8#next');
    assert.equal(tab.loads.length, 1);
  });

  it('that is followed before Back has arrived leaves the place of that entry as it was', async (t) => {
    const tab = open(t);
    tab.scrollTo(700);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.scrollTo(50);
    tab.browser.move(-1);
    void tab.site.navigator.go('/careers');
    assert.equal(topOf(tab, 0), 700, 'the place belongs to the page before');
    await tab.succeed('/careers');
    assert.equal(tab.shown(), '/careers');
  });

  it('whose page is overtaken in its view transition shows nothing and says nothing', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    tab.find('/team').succeed();
    // The load has ended, the transition has not begun.
    for (let turns = 0; turns < 20 && tab.shown() === '/about'; turns += 1) {
      if (turns === 3) void tab.site.navigator.go('/careers');
      await Promise.resolve();
    }
    await settle();
    await tab.succeed('/careers');
    assert.equal(tab.shown(), '/careers');
    assert.equal(tab.browser.entries.at(-1)?.href, 'https://obrii.example/careers');
  });
});

describe('a filter', () => {
  it('keeps the place in its entry, and announces nothing while the title is the same', async (t) => {
    const tab = open(t, '/news');
    tab.scrollTo(400);
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.equal(topOf(tab, 1), 400);
    assert.equal(tab.site.announcement.peek(), '');
  });

  it('that changes the title announces it', async (t) => {
    let titles = 0;
    const tab = open(t, '/news', {
      view: {
        animate: async (update) => update(),
        render: (_visit, update) => update(),
        title: () => `title ${(titles += 1)}`,
        focusHeading: () => undefined,
      },
    });
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.match(tab.site.announcement.peek(), /^title/);
  });

  it('with a hash loads its list', async (t) => {
    const tab = open(t, '/news');
    void tab.site.navigator.go('/news#list', { stay: true });
    assert.equal(tab.loads.length, 1);
  });

  it('on another page is an ordinary link', async (t) => {
    const tab = open(t, '/about');
    tab.scrollTo(400);
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.deepEqual(tab.calls, ['scroll to top', 'focus heading']);
    assert.equal(tab.site.visit.peek().key, undefined);
  });

  it('reuses nothing on a page that names nothing to reuse', async (t) => {
    const tab = open(t, '/gitl');
    const { data } = tab.site.visit.peek();
    void tab.site.navigator.go('/gitl?id=AB-12', { stay: true });
    await tab.succeed('/gitl?id=AB-12');
    const next = tab.site.visit.peek().data as { featured: object };
    assert.notEqual(next.featured, (data as { featured: object }).featured);
  });
});

describe('Back', () => {
  it('to an entry without a place shows its top, and announces the page', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.window.history.replaceState({ index: 1 }, '', '/careers');
    tab.browser.move(0);
    await tab.succeed('/careers');
    assert.deepEqual(tab.calls.slice(2), ['restore 0']);
    assert.equal(tab.site.announcement.peek(), 'careers in en');
  });

  it('within the page to where nothing is known goes to the top', async (t) => {
    const tab = open(t);
    tab.browser.window.history.replaceState({ index: 0 }, '', '/about');
    tab.browser.move(0);
    await settle();
    assert.deepEqual(tab.calls, ['restore 0']);
  });

  it('to a page of the same query as a filtered one builds it anew', async (t) => {
    const tab = open(t, '/news');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    const { data } = tab.site.visit.peek();
    tab.browser.move(-1);
    await tab.succeed('/news');
    assert.equal(tab.site.visit.peek().key, '/news');
    assert.notEqual(
      (tab.site.visit.peek().data as { featured: object }).featured,
      (data as { featured: object }).featured,
    );
  });
});

describe('what takes long', () => {
  it('is shown, and no longer when it has come', async (t) => {
    const tab = open(t, '/about', { progressMs: 1 });
    void tab.site.navigator.go('/team');
    await new Promise((resolve) => {
      setTimeout(resolve, 15);
    });
    assert.equal(tab.site.pending.peek(), true);
    await tab.succeed('/team');
    assert.equal(tab.site.pending.peek(), false);
  });
});

describe('errors', () => {
  const showErrors = (tab: ReturnType<typeof fakeNavigation>) => {
    for (const from of ['contacts', 'navbar']) tab.site.toasts.show({ from, tone: 'bad', text: from });
  };
  const shownErrors = (tab: ReturnType<typeof fakeNavigation>) => tab.site.toasts.list.peek().map(({ from }) => from);

  it('end with their page', async (t) => {
    const tab = open(t);
    showErrors(tab);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    assert.deepEqual(shownErrors(tab), []);
  });

  it('of the page stay while it changes its language; the site can be reached again', async (t) => {
    const tab = open(t);
    showErrors(tab);
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('about ua');
    assert.deepEqual(shownErrors(tab), ['contacts']);
  });
});

describe('prefetching', () => {
  const wait = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 15);
    });

  it('leaves alone what is no page', async (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/no/such/page');
    await wait();
    assert.deepEqual(tab.loads, []);
  });

  it('ends with a click, which loads the page itself', async (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/team');
    void tab.site.navigator.go('/team');
    await wait();
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['/team'],
    );
  });

  it('ends with the navigator, and waits for a moment', async (t) => {
    const tab = open(t, '/about', { prefetchMs: undefined });
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

  it('that fails is no error', async (t) => {
    const tab = open(t);
    tab.site.navigator.prefetch('/team');
    await wait();
    await tab.fail('team');
    await tab.fail('team en');
    assert.deepEqual(tab.errors, []);
  });
});

describe('a language', () => {
  it('that is shown already is chosen without loading anything', async (t) => {
    const tab = open(t, '/about?lang=en');
    await tab.site.navigator.setLanguage('en');
    assert.deepEqual(tab.loads, []);
    assert.equal(tab.address(), '/about');
    assert.equal(tab.site.announcement.peek(), '');
  });

  it('whose texts come for a page that was left is loaded again for the new one', async (t) => {
    const tab = open(t);
    const switching = tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    await tab.succeed('about ua');
    await tab.succeed('team ua');
    await switching;
    assert.deepEqual([tab.shown(), tab.site.visit.peek().language], ['/team', 'ua']);
  });

  it('that failed when another tab had chosen it is tried again with the next page', async (t) => {
    const tab = open(t);
    tab.language.chooseInOtherTab('ua');
    await tab.fail('about ua');
    assert.equal(tab.language.language.peek(), 'en');
    assert.equal(tab.site.toasts.list.peek().length, 1);
  });

  it('is not switched any more when the navigator is disposed of', async (t) => {
    const tab = open(t);
    void tab.site.navigator.setLanguage('ua');
    tab.site.navigator.dispose();
    assert.equal(tab.find('about ua').signal?.aborted, true);
    tab.language.chooseInOtherTab('ua');
    assert.equal(tab.loads.length, 1);
    await tab.succeed('about ua');
    assert.equal(tab.language.language.peek(), 'en');
  });

  it('is removed from the address by Back too, without touching the rest', async (t) => {
    const tab = open(t, '/news?category=Security&lang=en');
    tab.browser.move(0);
    await settle();
    assert.equal(tab.address(), '/news?category=Security');
  });
});
