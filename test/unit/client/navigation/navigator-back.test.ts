import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { instanceKeyOf } from '#client/visit.ts';
import { addressOf } from '#shared/address.ts';
import { openNavigation } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

describe('Back and Forward', () => {
  it('restore the scroll position and do not move the focus', async (t) => {
    const tab = openNavigation(t);
    tab.scrollTo(700);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.calls.length = 0;
    tab.browser.move(-1);
    await tab.succeed('/about');
    assert.equal(tab.shown(), '/about');
    assert.deepEqual(tab.calls, ['restore 700']);
    assert.equal(tab.site.announcement.peek(), 'about in en');
  });

  it('move the head of the page, unless the browser itself has shown a motion', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.move(-1);
    await tab.succeed('/about');
    tab.browser.move(1, true);
    await tab.succeed('/team');
    assert.deepEqual(tab.headMoves, [true, true, false]);
  });

  it('that return to the current page before the other one is shown end its loading', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.move(-1);
    tab.browser.move(1);
    await tab.fail('/about');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/team', '/team', null]);
  });

  it('to a filtered list restore its position, and reuse the data that the filter does not change', async (t) => {
    const tab = openNavigation(t, '/news');
    tab.scrollTo(900);
    const { data } = tab.site.visit.peek();
    void tab.site.navigator.go('/news?category=Security', { stay: true });
    await tab.succeed('/news?category=Security');
    assert.deepEqual(tab.calls, [], 'the visitor stays at their place');
    const filtered = tab.site.visit.peek();
    assert.equal((filtered.data as { featured: object }).featured, (data as { featured: object }).featured);
    assert.equal(filtered.key, '/news', 'the list is not built anew');
    tab.browser.move(-1);
    await tab.succeed('/news');
    tab.browser.move(1);
    await tab.succeed('/news?category=Security');
    assert.deepEqual(tab.calls, ['restore 900', 'restore 900']);
    assert.deepEqual(tab.headMoves, [false, false], 'the page stays');
    assert.equal(tab.site.visit.peek().key, '/news');
  });

  it('create a new instance of a page whose query differs', async (t) => {
    const tab = openNavigation(t, '/gitl?id=AB-12');
    void tab.site.navigator.go('/gitl');
    await tab.succeed('/gitl');
    const empty = tab.site.visit.peek();
    tab.browser.move(-1);
    await tab.succeed('/gitl?id=AB-12');
    assert.notEqual(tab.site.visit.peek().key ?? tab.shown(), empty.key ?? empty.path + empty.search);
  });

  it('over a link to a part of the page load nothing and do not scroll it themselves', async (t) => {
    const tab = openNavigation(t);
    tab.browser.followFragment('#values');
    await settle();
    assert.deepEqual([tab.loads, tab.calls], [[], []]);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.setOnline(false);
    tab.browser.move(-2);
    await tab.fail('/about');
    await settle();
    assert.equal(tab.address(), '/team', 'such entries are counted as well');
  });

  it('over a link to a part of a page that has changed its parameters load nothing', async (t) => {
    const tab = openNavigation(t, '/contacts?lang=en');
    const { visit, navigator } = tab.site;
    const before = instanceKeyOf(visit.peek());
    navigator.setParameters({ job: ['audit'], with: ['crm'] });
    tab.browser.followFragment('#contact');
    await settle();
    tab.browser.move(-1);
    await settle();
    assert.deepEqual(tab.loads, []);
    assert.equal(instanceKeyOf(visit.peek()), before, 'the same page with its form');
    void navigator.go('/contacts#contact');
    await settle();
    assert.deepEqual(tab.loads, [], 'a link without the parameters leads to the same page too');
    assert.equal(instanceKeyOf(visit.peek()), before);
    assert.equal(tab.shown(), '/contacts', 'the page is told that the address has no parameters');
  });

  it('to a page whose parameters have changed opens it with them', async (t) => {
    const tab = openNavigation(t, '/contacts');
    tab.site.navigator.setParameters({ job: ['audit'] });
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.move(-1);
    await tab.succeed('/contacts?job=audit');
    assert.equal(tab.shown(), '/contacts?job=audit');
  });

  it('to a page that is still loading do not give its address the parameters of the page that is shown', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/contacts?topic=career');
    await tab.succeed('/contacts?topic=career');
    tab.browser.move(-1);
    await settle();
    tab.site.navigator.setParameters({ job: ['audit'] });
    assert.deepEqual([tab.address(), tab.shown()], ['/about', '/contacts?topic=career']);
    await tab.succeed('/about');
    tab.site.navigator.setParameters({ job: ['audit'] });
    assert.equal(tab.address(), '/about?job=audit');
  });
});

describe('a link that leads back', () => {
  const article = addressOf('/news/:slug', { slug: 'a' });

  /** Starts on the second page of the list, and follows a link to an article. */
  async function openArticle(t: TestContext) {
    const tab = openNavigation(t, '/news?page=2');
    tab.scrollTo(900);
    void tab.site.navigator.go(article);
    await tab.succeed('/news/a');
    return tab;
  }

  it('shows the page that the visitor comes from, with its query and its scroll position', async (t) => {
    const tab = await openArticle(t);
    void tab.site.navigator.go('/news', { isBack: true });
    await settle();
    await tab.succeed('/news?page=2');
    assert.deepEqual([tab.shown(), tab.address()], ['/news?page=2', '/news?page=2']);
    assert.equal(tab.calls.at(-1), 'restore 900');
  });

  it('also does after a link to the article itself', async (t) => {
    const tab = await openArticle(t);
    void tab.site.navigator.go(article);
    await tab.succeed('/news/a');
    void tab.site.navigator.go('/news', { isBack: true });
    await settle();
    await tab.succeed('/news?page=2');
    assert.equal(tab.address(), '/news?page=2');
  });

  it('is one move back when it is clicked twice', async (t) => {
    const tab = await openArticle(t);
    void tab.site.navigator.go('/news', { isBack: true });
    await settle();
    void tab.site.navigator.go('/news', { isBack: true });
    await tab.succeed('/news?page=2');
    assert.deepEqual([tab.shown(), tab.address()], ['/news?page=2', '/news?page=2']);
  });

  it('opens its page after a link that was followed while Back was loading another page', async (t) => {
    const tab = openNavigation(t, '/news/a');
    void tab.site.navigator.go('/news');
    await tab.succeed('/news');
    tab.browser.move(-1);
    await settle();
    void tab.site.navigator.go(addressOf('/news/:slug', { slug: 'c' }));
    await tab.succeed('/news/c');
    void tab.site.navigator.go('/news', { isBack: true });
    await tab.succeed('/news');
    assert.equal(tab.address(), '/news', 'the entry before is that of the first article');
  });

  it('opens its page when the visitor comes from another one, or the document begins with the article', async (t) => {
    const tab = openNavigation(t, '/news/a');
    void tab.site.navigator.go('/news', { isBack: true });
    await tab.succeed('/news');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    void tab.site.navigator.go(article);
    await tab.succeed('/news/a');
    void tab.site.navigator.go('/news', { isBack: true });
    await tab.succeed('/news');
    assert.equal(tab.calls.at(-1), 'focus heading');
  });
});

describe('Back', () => {
  it('to an entry without a position shows its top, and announces the page', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.window.history.replaceState({ index: 1 }, '', '/careers');
    tab.browser.move(0);
    await tab.succeed('/careers');
    assert.equal(tab.calls.at(-1), 'restore 0');
    assert.equal(tab.site.announcement.peek(), 'careers in en');
  });

  it('within the page to an entry without a position goes to the top', async (t) => {
    const tab = openNavigation(t);
    tab.browser.window.history.replaceState({ index: 0 }, '', '/about');
    tab.browser.move(0);
    await settle();
    assert.deepEqual(tab.calls, ['restore 0']);
  });

  it('to a page of the same query as a filtered one creates a new instance', async (t) => {
    const tab = openNavigation(t, '/news');
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
