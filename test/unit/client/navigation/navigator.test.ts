import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { OutdatedTextsError } from '#client/lib/text-source.ts';
import { fakeNavigation, settle } from '../../../support/fake-navigation.ts';

function open(t: TestContext, start = '/about') {
  const tab = fakeNavigation(start);
  t.after(() => tab.site.navigator.dispose());
  return tab;
}

describe('a click on a link', () => {
  it('shows the page at its top, with the focus on its heading, and announces its title', async (t) => {
    const tab = open(t);
    tab.scrollTo(700);
    void tab.site.navigator.go('/team');
    assert.equal(tab.shown(), '/about', 'the page stays until the next one is there');
    await tab.succeed('/team');
    assert.deepEqual([tab.shown(), tab.address()], ['/team', '/team']);
    assert.deepEqual(tab.calls, ['scroll to top', 'focus heading']);
    assert.equal(tab.site.announcement.peek(), 'team in en');
    assert.equal((tab.browser.entries[0]?.state as { top: number }).top, 700, 'the page that was left knows its place');
  });

  it('on the current address adds nothing to the history', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/about');
    await tab.succeed('/about');
    assert.equal(tab.browser.entries.length, 1);
  });

  it('on a part of the page that is shown loads nothing', async (t) => {
    const tab = open(t);
    await tab.site.navigator.go('/about#values');
    assert.deepEqual(tab.loads, []);
    assert.deepEqual(tab.calls, ['scroll to #values']);
    assert.equal(tab.browser.entries.length, 2);
  });

  it('aborts the navigation before it, which then does nothing, not even when it fails', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    void tab.site.navigator.go('/contacts');
    assert.equal(tab.find('/team').signal?.aborted, true);
    await tab.succeed('/contacts');
    await tab.fail('/team');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/contacts', '/contacts', null]);
    assert.deepEqual(tab.errors, []);
    assert.deepEqual(tab.site.toasts.list.peek(), []);
  });

  it('does not end the loading of what the shown page still waits for', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    void tab.site.navigator.go('/contacts');
    assert.equal(tab.find('/team').signal?.aborted, false);
  });
});

describe('a page that cannot be opened', () => {
  it('is asked of the server as a whole document', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team?from=menu');
    await tab.fail('/team?from=menu');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?from=menu');
    assert.equal(tab.errors.length, 1);
  });

  it('leaves the visitor where they are while the server cannot be reached, and says so until it can', async (t) => {
    const tab = open(t);
    tab.setOnline(false);
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/about', '/about', null]);
    assert.equal(tab.site.toasts.list.peek()[0]?.from, 'navbar');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    assert.deepEqual(tab.site.toasts.list.peek(), []);
  });

  it('by Back, without a server, gives the address bar back to the page that is shown', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.setOnline(false);
    tab.browser.move(-1);
    assert.equal(tab.address(), '/about');
    await tab.fail('/about');
    await settle();
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/team', '/team', null]);
    assert.equal(tab.site.toasts.list.peek()[0]?.from, 'navbar');
  });

  it('is not loaded as a document when the visitor wants something else before the server has answered', async (t) => {
    let answer = () => {};
    const tab = fakeNavigation('/about', {
      askServer: () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    });
    t.after(() => tab.site.navigator.dispose());
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    void tab.site.navigator.go('/careers');
    answer();
    await tab.succeed('/careers');
    assert.deepEqual([tab.shown(), tab.browser.left()], ['/careers', null]);
  });
});

describe('Back and Forward', () => {
  it('restore the place and leave the focus alone', async (t) => {
    const tab = open(t);
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

  it('that return to the shown page before the other one is there end its loading', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    tab.browser.move(-1);
    tab.browser.move(1);
    await tab.fail('/about');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/team', '/team', null]);
  });

  it('to a filtered list restore its place, and the filter keeps what it does not change', async (t) => {
    const tab = open(t, '/news');
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
    assert.equal(tab.site.visit.peek().key, '/news');
  });

  it('build a page anew whose query differs', async (t) => {
    const tab = open(t, '/gitl?id=AB-12');
    void tab.site.navigator.go('/gitl');
    await tab.succeed('/gitl');
    const empty = tab.site.visit.peek();
    tab.browser.move(-1);
    await tab.succeed('/gitl?id=AB-12');
    assert.notEqual(tab.site.visit.peek().key ?? tab.shown(), empty.key ?? empty.path + empty.search);
  });

  it('over a link to a part of the page load nothing and do not scroll it themselves', async (t) => {
    const tab = open(t);
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
});

describe('the language', () => {
  it('is chosen once the page can be shown in it', async (t) => {
    const tab = open(t);
    const switching = tab.site.navigator.setLanguage('ua');
    assert.equal(tab.language.language.peek(), 'en');
    await tab.succeed('about ua');
    await switching;
    assert.equal(tab.language.language.peek(), 'ua');
    assert.equal(tab.site.visit.peek().language, 'ua');
    assert.equal(tab.site.announcement.peek(), 'about in ua');
  });

  it('stays as it is, and a toast says why, when its texts do not come', async (t) => {
    const tab = open(t);
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('about ua');
    assert.deepEqual([tab.language.language.peek(), tab.site.visit.peek().language], ['en', 'en']);
    assert.equal(tab.site.toasts.list.peek()[0]?.from, 'navbar');
    assert.equal(tab.browser.left(), null);
  });

  it('comes with the whole document when its texts belong to an older version of the site', async (t) => {
    const tab = open(t, '/news?category=Security');
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('news ua', new OutdatedTextsError());
    assert.equal(tab.browser.left(), 'https://obrii.example/news?category=Security&lang=ua');
  });

  it('chosen while a page is loading is the language of that page', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('about ua');
    await tab.succeed('/team');
    assert.equal(tab.shown(), '/about', 'the page is not shown in the other language first');
    await tab.succeed('team ua');
    assert.equal(tab.shown(), '/team');
    assert.equal(tab.site.visit.peek().language, 'ua');
  });

  it('that is loading is the language of a document that is loaded meanwhile', async (t) => {
    const tab = open(t);
    void tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=ua');
  });

  it('comes with the document of the page that is on its way, not of the one that is left', async (t) => {
    const tab = open(t);
    void tab.site.navigator.go('/team');
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('about ua', new OutdatedTextsError());
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=ua');
  });

  it('toggled twice in a hurry is the one that was toggled last', async (t) => {
    const tab = open(t);
    void tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.setLanguage('en');
    await tab.succeed('about ua');
    assert.deepEqual(tab.site.toasts.list.peek(), []);
    assert.deepEqual([tab.language.language.peek(), tab.site.visit.peek().language], ['en', 'en']);
  });

  it('follows another tab, and stays without the texts', async (t) => {
    const tab = open(t);
    tab.language.chooseInOtherTab('ua');
    await tab.fail('about ua');
    assert.equal(tab.site.visit.peek().language, 'en');
    tab.language.chooseInOtherTab('ua');
    await tab.succeed('about ua');
    assert.equal(tab.site.visit.peek().language, 'ua');
  });

  it('in an address does not overrule a later choice', async (t) => {
    const tab = open(t, '/about?lang=en');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('team ua');
    tab.browser.move(-1);
    await tab.succeed('/about');
    assert.equal(tab.address(), '/about');
    assert.equal(tab.site.visit.peek().language, 'ua');
  });

  it('is removed from the address when another one is chosen', async (t) => {
    const tab = open(t, '/news?category=Security&lang=en');
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('news ua');
    assert.equal(tab.address(), '/news?category=Security');
  });
});

describe('prefetching', () => {
  it('loads the page that the pointer rests on, not each one that it has passed', async (t) => {
    const tab = open(t);
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
  it('ends what it is doing and no longer hears of the history', async (t) => {
    const tab = open(t);
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
