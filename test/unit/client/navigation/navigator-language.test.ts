import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutdatedTextsError } from '#client/navigation/text-source.ts';
import { openNavigation } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

describe('the language', () => {
  it('is saved once the page can be shown in it', async (t) => {
    const tab = openNavigation(t);
    const switching = tab.site.navigator.setLanguage('ua');
    assert.equal(tab.language.current.peek(), 'en');
    await tab.succeed('about ua');
    await switching;
    assert.equal(tab.language.current.peek(), 'ua');
    assert.equal(tab.site.visit.peek().language, 'ua');
    assert.equal(tab.site.announcement.peek(), 'about in ua');
  });

  it('does not change, and a toast explains that, when its texts do not load', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('about ua');
    assert.deepEqual([tab.language.current.peek(), tab.site.visit.peek().language], ['en', 'en']);
    assert.equal(tab.site.toasts.list.peek()[0]?.from, 'navbar');
    assert.equal(tab.browser.left(), null);
  });

  it('is loaded with the whole document when its texts belong to an older version of the site', async (t) => {
    const tab = openNavigation(t, '/news?category=Security');
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('news ua', new OutdatedTextsError());
    assert.equal(tab.browser.left(), 'https://obrii.example/news?category=Security&lang=ua');
  });

  it('chosen while a page is loading is the language of that page', async (t) => {
    const tab = openNavigation(t);
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
    const tab = openNavigation(t);
    void tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.go('/team');
    await tab.fail('/team');
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=ua');
  });

  it('is loaded with the document of the page that is being opened, not of the one that is left', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.go('/team');
    void tab.site.navigator.setLanguage('ua');
    await tab.fail('about ua', new OutdatedTextsError());
    assert.equal(tab.browser.left(), 'https://obrii.example/team?lang=ua');
  });

  it('switched twice quickly is the last one', async (t) => {
    const tab = openNavigation(t);
    void tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.setLanguage('en');
    await tab.succeed('about ua');
    assert.deepEqual(tab.site.toasts.list.peek(), []);
    assert.deepEqual([tab.language.current.peek(), tab.site.visit.peek().language], ['en', 'en']);
  });

  it('is applied from another tab, and does not change without the texts', async (t) => {
    const tab = openNavigation(t);
    tab.language.chooseInOtherTab('ua');
    await tab.fail('about ua');
    assert.deepEqual([tab.language.current.peek(), tab.site.visit.peek().language], ['en', 'en']);
    assert.equal(tab.site.toasts.list.peek().length, 1);
    tab.language.chooseInOtherTab('ua');
    await tab.succeed('about ua');
    assert.equal(tab.site.visit.peek().language, 'ua');
  });

  it('in an address does not overrule a later choice', async (t) => {
    const tab = openNavigation(t, '/about?lang=en');
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
    const tab = openNavigation(t, '/news?category=Security&lang=en');
    void tab.site.navigator.setLanguage('ua');
    await tab.succeed('news ua');
    assert.equal(tab.address(), '/news?category=Security');
  });

  it('of the current page is chosen without loading anything', async (t) => {
    const tab = openNavigation(t, '/about?lang=en');
    await tab.site.navigator.setLanguage('en');
    assert.deepEqual(tab.loads, []);
    assert.equal(tab.address(), '/about');
    assert.equal(tab.site.announcement.peek(), '');
  });

  it('whose texts arrive for a page that was left is loaded again for the new one', async (t) => {
    const tab = openNavigation(t);
    const switching = tab.site.navigator.setLanguage('ua');
    void tab.site.navigator.go('/team');
    await tab.succeed('/team');
    await tab.succeed('about ua');
    await tab.succeed('team ua');
    await switching;
    assert.deepEqual([tab.shown(), tab.site.visit.peek().language], ['/team', 'ua']);
  });

  it('is removed from the address by Back too, without touching the rest', async (t) => {
    const tab = openNavigation(t, '/news?category=Security&lang=en');
    tab.browser.move(0);
    await settle();
    assert.equal(tab.address(), '/news?category=Security');
  });
});
