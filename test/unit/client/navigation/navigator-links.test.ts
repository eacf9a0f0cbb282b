import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instanceKeyOf } from '#client/visit.ts';
import { openNavigation, topOf, visitOf } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

describe('a click on a link', () => {
  it('shows the page at its top, with the focus on its heading, and announces its title', async (t) => {
    const tab = openNavigation(t);
    tab.scrollTo(700);
    void tab.site.navigator.go('/team');
    assert.equal(tab.shown(), '/about', 'the page stays until the next one is there');
    await tab.succeed('/team');
    assert.deepEqual([tab.shown(), tab.address()], ['/team', '/team']);
    assert.deepEqual(tab.calls, ['head first', 'scroll to top', 'focus heading']);
    assert.equal(tab.site.announcement.peek(), 'team in en');
    assert.equal((tab.browser.entries[0]?.state as { top: number }).top, 700, 'the page that was left knows its place');
  });

  it('on the current address adds nothing to the history', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/about');
    await tab.succeed('/about');
    assert.equal(tab.browser.entries.length, 1);
  });

  it('on a part of the page that is shown loads nothing', async (t) => {
    const tab = openNavigation(t);
    await tab.site.navigator.go('/about#values');
    assert.deepEqual(tab.loads, []);
    assert.deepEqual(tab.calls, ['scroll to #values']);
    assert.equal(tab.browser.entries.length, 2);
  });

  it('aborts the previous navigation, which then does nothing, not even when it fails', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    void tab.site.navigator.go('/contacts');
    assert.equal(tab.find('/team').signal?.aborted, true);
    await tab.succeed('/contacts');
    await tab.fail('/team');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/contacts', '/contacts', null]);
    assert.deepEqual(tab.errors, []);
    assert.deepEqual(tab.site.toasts.list.peek(), []);
  });

  it('does not end the loading of deferred data of the current page', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    void tab.site.navigator.go('/contacts');
    assert.equal(tab.find('/team').signal?.aborted, false);
  });
});

describe('a link', () => {
  it('to a part of another page goes there, and leaves the focus to the browser', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team#people');
    await tab.succeed('/team');
    assert.deepEqual(tab.calls, ['scroll to #people']);
    assert.equal(tab.site.announcement.peek(), 'team in en');
  });

  it('to a part of the current page saves the position for Back, and ends what is loading', async (t) => {
    const tab = openNavigation(t);
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
    const tab = openNavigation(t, '/about#values');
    await tab.site.navigator.go('/about#values');
    assert.equal(tab.browser.entries.length, 1);
    assert.deepEqual(tab.calls, ['scroll to #values']);
  });

  it('to a part of the page with another query is another page', async (t) => {
    const tab = openNavigation(t, '/news');
    void tab.site.navigator.go('/news?category=Security#list');
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['/news?category=Security'],
    );
  });

  it('to a part of the page is one also when a secret parameter was removed from the address', async (t) => {
    const tab = openNavigation(t, '/checkout?status=success&id=7');
    tab.site.navigator.setParameters({ id: [] });
    void tab.site.navigator.go('/checkout?status=success#next');
    assert.deepEqual(tab.loads, []);
    void tab.site.navigator.go('/checkout?status=success&id=8#next');
    assert.equal(tab.loads.length, 1);
  });

  it('that is followed before Back has ended does not change the position of that entry', async (t) => {
    const tab = openNavigation(t);
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

  it('whose page is overtaken when it has just been loaded shows and announces nothing', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    tab.find('/team').succeed();
    // The load has ended, the page is not shown yet.
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
  it('does not change the scroll position, and announces nothing while the title is the same', async (t) => {
    const tab = openNavigation(t, '/news');
    tab.scrollTo(400);
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.equal(topOf(tab, 1), 400);
    assert.equal(tab.site.announcement.peek(), '');
  });

  it('that changes the title announces it', async (t) => {
    let titles = 0;
    const tab = openNavigation(t, '/news', {
      view: {
        animate: (update) => update(),
        showHeadFirst: () => undefined,
        render: (_visit, update) => update(),
        title: () => `title ${(titles += 1)}`,
        setTitle: () => undefined,
        isTranslated: () => false,
        focusHeading: () => undefined,
      },
    });
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.match(tab.site.announcement.peek(), /^title/);
  });

  it('with a hash loads its list, keeps the instance of the page, and scrolls to the list', async (t) => {
    const tab = openNavigation(t, '/news');
    const key = instanceKeyOf(tab.site.visit.peek());
    void tab.site.navigator.go('/news?page=2#list', { stay: true });
    assert.equal(tab.loads.length, 1);
    await tab.succeed('/news?page=2');
    assert.equal(instanceKeyOf(tab.site.visit.peek()), key);
    assert.deepEqual(tab.calls, ['scroll to #list']);
  });

  it('whose page no longer exists shows that, without data of the page before', async (t) => {
    const tab = openNavigation(t, '/news', {
      open: (address, language) => {
        const visit = visitOf(address.href, language);
        return Promise.resolve({
          ...visit,
          page: { ...visit.page, load: () => Promise.resolve(null) },
          status: 404,
          data: null,
        });
      },
    });
    await tab.site.navigator.go('/news?page=2', { stay: true });
    assert.equal(tab.site.visit.peek().status, 404);
    assert.equal(tab.site.visit.peek().data, null);
  });

  it('on another page is an ordinary link', async (t) => {
    const tab = openNavigation(t, '/about');
    tab.scrollTo(400);
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.deepEqual(tab.calls, ['head first', 'scroll to top', 'focus heading']);
    assert.equal(tab.site.visit.peek().key, undefined);
  });

  it('reuses nothing on a page that declares nothing to reuse', async (t) => {
    const tab = openNavigation(t, '/gitl');
    const { data } = tab.site.visit.peek();
    void tab.site.navigator.go('/gitl?id=AB-12', { stay: true });
    await tab.succeed('/gitl?id=AB-12');
    const next = tab.site.visit.peek().data as { featured: object };
    assert.notEqual(next.featured, (data as { featured: object }).featured);
  });
});
