import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openNavigation, visitOf, type Navigation } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

describe('a page that cannot be opened', () => {
  it('is loaded as a whole document', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team?from=menu');
    await tab.fail('/team?from=menu');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?from=menu');
    assert.equal(tab.errors.length, 1);
  });

  it('because a deferred part has failed in time is loaded as a whole document, too', async (t) => {
    const error = new Error('no comments');
    const comments = Promise.reject(error);
    comments.catch(() => undefined);
    const open = () => Promise.resolve({ ...visitOf('/team', 'en'), data: { comments } });
    const tab = openNavigation(t, '/about', { open });
    await tab.site.navigator.go('/team');
    assert.equal(tab.browser.left(), 'https://obrii.example/team');
    assert.deepEqual(tab.errors, [error]);
  });

  it('is not one whose deferred parts have arrived, or are still awaited', async (t) => {
    const data = { people: Promise.resolve('all'), comments: new Promise(() => undefined) };
    const open = () => Promise.resolve({ ...visitOf('/team', 'en'), data });
    const tab = openNavigation(t, '/about', { open, deferredMs: { link: 1, back: 1 } });
    await tab.site.navigator.go('/team');
    assert.deepEqual([tab.shown(), tab.browser.left(), tab.errors], ['/team', null, []]);
  });

  it('is not shown while the server cannot be reached; a toast says so until it can', async (t) => {
    const tab = openNavigation(t);
    tab.setOnline(false);
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    assert.deepEqual([tab.shown(), tab.address(), tab.browser.left()], ['/about', '/about', null]);
    assert.equal(tab.site.toasts.list.peek()[0]?.from, 'navbar');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    assert.deepEqual(tab.site.toasts.list.peek(), []);
  });

  it('is neither loaded nor reported when the visitor is leaving', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    tab.leave();
    await tab.fail('/team');
    assert.deepEqual([tab.browser.left(), tab.errors, tab.site.toasts.list.peek()], [null, [], []]);
    void tab.site.navigator.go('/careers');
    await tab.fail('/careers');
    assert.equal(tab.browser.left(), 'https://obrii.example/careers', 'the visitor has stayed');
  });

  it('by Back, without a server, restores the address of the current page', async (t) => {
    const tab = openNavigation(t);
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

  it('is not loaded as a document when the visitor starts another navigation before the server has responded', async (t) => {
    let answer = () => {};
    const tab = openNavigation(t, '/about', {
      askServer: () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    });
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    void tab.site.navigator.go('/careers');
    answer();
    await tab.succeed('/careers');
    assert.deepEqual([tab.shown(), tab.browser.left()], ['/careers', null]);
  });
});

describe('what is typed', () => {
  const stored = (tab: Navigation) => tab.calls.filter((call) => call.includes('typed'));
  /** A tab whose page a translator has changed: another language needs another document. */
  const openTranslated = (t: TestContext) => {
    const tab = openNavigation(t);
    tab.view.isTranslated = () => true;
    return tab;
  };

  it('is stored for the document of this page, and deleted when its loading is stopped', async (t) => {
    const tab = openTranslated(t);
    await tab.site.navigator.setLanguage('ua');
    await settle();
    assert.equal(tab.browser.left(), 'https://obrii.example/about?lang=ua');
    assert.deepEqual(stored(tab), ['store typed values']);
    void tab.site.navigator.go('/team');
    assert.deepEqual(stored(tab), ['store typed values', 'delete typed values']);
  });

  it('is not stored when no document is loaded, because the server cannot be reached', async (t) => {
    const tab = openTranslated(t);
    tab.setOnline(false);
    await tab.site.navigator.setLanguage('ua');
    await settle();
    assert.deepEqual([tab.browser.left(), stored(tab)], [null, []]);
  });

  it('is not stored for another page', async (t) => {
    const tab = openTranslated(t);
    void tab.site.navigator.go('/team');
    await tab.site.navigator.setLanguage('ua');
    await settle();
    assert.deepEqual([tab.browser.left(), stored(tab)], ['https://obrii.example/team?lang=ua', []]);
  });
});

describe('a document that is being loaded', () => {
  /** A tab in which the document of /team is being loaded. */
  async function openLoading(t: TestContext) {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    assert.equal(tab.browser.left(), 'https://obrii.example/team');
    return tab;
  }

  it('is stopped as soon as another page is opened, or another part of this page', async (t) => {
    for (const next of ['/careers', '/about#values'] as const) {
      const tab = await openLoading(t);
      void tab.site.navigator.go(next);
      assert.equal(tab.browser.left(), null, next);
    }
  });

  it('is stopped by Back', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/careers');
    await tab.succeed('/careers');
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    tab.browser.move(-1);
    await tab.succeed('/about');
    assert.deepEqual([tab.shown(), tab.browser.left()], ['/about', null]);
  });

  it('is loaded in the language that is chosen meanwhile', async (t) => {
    const tab = await openLoading(t);
    await tab.site.navigator.setLanguage('ua');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=ua');
    await tab.site.navigator.setLanguage('en');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=en');
    assert.deepEqual([tab.shown(), tab.site.pending.peek()], ['/about', false]);
  });

  it('of another site is stopped by a navigation, and who has asked for it is told', (t) => {
    const tab = openNavigation(t);
    let stops = 0;
    tab.site.navigator.loadDocument('https://pay.example/1', () => (stops += 1));
    assert.equal(tab.browser.left(), 'https://pay.example/1');
    void tab.site.navigator.go('/team');
    assert.deepEqual([tab.browser.left(), stops], [null, 1]);
  });
});

describe('the address that was to be opened last', () => {
  it('is another object for each navigation, but not for another part of the page', async (t) => {
    const tab = openNavigation(t);
    const { navigator } = tab.site;
    const targets = [navigator.target()];
    void navigator.go('/about#values');
    assert.equal(navigator.target(), targets[0]);
    for (const to of ['/team', '/team', '/careers'] as const) {
      void navigator.go(to);
      targets.push(navigator.target());
    }
    await tab.fail('/careers');
    assert.equal(navigator.target(), targets.at(-1));
    assert.equal(new Set(targets).size, 4);
    assert.equal(navigator.target()?.pathname, '/careers');
  });
});

describe('a long navigation', () => {
  it('shows its progress until it ends', async (t) => {
    const tab = openNavigation(t, '/about', { progressMs: 300 });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    void tab.site.navigator.go('/team');
    t.mock.timers.tick(299);
    assert.equal(tab.site.pending.peek(), false);
    t.mock.timers.tick(1);
    assert.equal(tab.site.pending.peek(), true);
    await tab.succeed('/team');
    assert.equal(tab.site.pending.peek(), false);
  });
});

describe('errors', () => {
  const showErrors = (tab: Navigation) => {
    for (const from of ['contacts', 'navbar']) tab.site.toasts.show({ from, tone: 'bad', text: from });
  };
  const shownErrors = (tab: Navigation) => tab.site.toasts.list.peek().map(({ from }) => from);

  it('are removed with their page', async (t) => {
    const tab = openNavigation(t);
    showErrors(tab);
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    assert.deepEqual(shownErrors(tab), []);
  });

  it('of the page stay while it changes its language; the site can be reached again', async (t) => {
    const tab = openNavigation(t);
    showErrors(tab);
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('about ua');
    assert.deepEqual(shownErrors(tab), ['contacts']);
  });
});
