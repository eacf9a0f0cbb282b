import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Request, Route } from 'playwright';
import careers from '../../locales/en/careers.json' with { type: 'json' };
import en from '../../locales/en/navbar.json' with { type: 'json' };
import newsEn from '../../locales/en/news.json' with { type: 'json' };
import { followLink, sharedSite, visit, wake } from '../support/browser.ts';

const site = sharedSite();

describe('a visitor with a bad connection', () => {
  const toggle = (page: Page) => page.getByRole('link', { name: en.toggle }).first();
  const state = (page: Page) =>
    page.evaluate(() => [document.documentElement.lang, localStorage.getItem('language'), document.cookie].join());

  for (const [title, fail] of [
    ['answer 503', (route: Route) => route.fulfill({ status: 503, body: '' })],
    ['cannot be reached', (route: Route) => route.abort()],
  ] as const) {
    it(`keeps a readable page, in every tab, when the texts of a language ${title}, and may try again`, async (t) => {
      const { context, open } = await visit(t, site, { expectedTroubles: /\/texts\// });
      const page = await open('/about');
      const other = await context.newPage();
      await other.goto('/about');
      await wake(other);
      const before = await state(page);
      const heading = await page.locator('h1').innerText();
      await context.route('**/texts/**', fail);
      await toggle(page).click();
      await page.locator('.toast-list__toast').getByText(en.offline).waitFor();
      for (const tab of [page, other]) {
        assert.equal(await tab.locator('h1').innerText(), heading);
        assert.equal(await state(tab), before);
      }
      await context.unroute('**/texts/**');
      await toggle(page).click();
      await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
      await page.locator('.toast-list__toast').waitFor({ state: 'detached' });
      assert.match(await state(page), /^uk,ua,.*language=ua/);
      await other.locator('html[lang=uk]').waitFor({ state: 'attached' });
    });
  }

  it('stays on the page when the connection fails before the first activity', async (t) => {
    for (const name of ['toggle', 'link'] as const) {
      const { context, open } = await visit(t, site, { expectedTroubles: /ERR_INTERNET_DISCONNECTED/ });
      const page = await open('/about?from=here#main');
      await context.setOffline(true);
      await (name === 'toggle' ? toggle(page) : page.getByRole('link', { name: en.news }).first()).click();
      await page.locator('.toast-list__toast').getByText(en.offline).waitFor();
      assert.match(page.url(), /\/about\?from=here#main$/);
      await context.setOffline(false);
    }
  });
});

describe('a page whose texts do not load', () => {
  it('is loaded as a whole document, and never shows a key instead of a text', async (t) => {
    const { open } = await visit(t, site, { expectedTroubles: /status of 503|answered 503/ });
    const page = await open('/about');
    await page.route('**/texts/**', (route) => route.fulfill({ status: 503, body: '' }));
    await followLink(page, '/news');
    await page.waitForURL('**/news');
    await page.getByRole('heading', { level: 1, name: newsEn.title }).waitFor();
    assert.doesNotMatch(await page.title(), /news\.title/);
  });

  it('leaves the visitor on the current page and its address after Back without a connection', async (t) => {
    const { context, open } = await visit(t, site, { expectedTroubles: /ERR_INTERNET_DISCONNECTED/ });
    const page = await open('/about');
    await followLink(page, '/careers');
    await page.waitForURL('**/careers');
    await page.locator('.top-bar .language-toggle').first().click();
    await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
    const heading = await page.locator('h1').innerText();
    await context.setOffline(true);
    await page.goBack();
    await page.locator('.toast-list__toast').waitFor();
    await page.waitForURL('**/careers');
    assert.equal(await page.locator('h1').innerText(), heading);
    await context.setOffline(false);
    await page.goBack();
    await page.waitForURL('**/about');
    await page.waitForFunction((before) => document.querySelector('h1')?.innerText !== before, heading);
  });
});

describe('a navigation that is overtaken', () => {
  it('changes nothing any more when its document was being loaded instead', async (t) => {
    const { open } = await visit(t, site, { expectedTroubles: /\/assets\/team-\w+\.js/ });
    const page = await open('/about');
    await page.route('**/assets/team-*.js', (route) => route.abort());
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/team', async (route) => {
      if (route.request().method() === 'GET') await free;
      await route.continue();
    });
    const isDocument = (request: Request) => request.isNavigationRequest() && request.url().endsWith('/team');
    const begun = page.waitForEvent('request', isDocument);
    const cancelled = page.waitForEvent('requestfailed', isDocument);
    await page.locator('a[href="/careers"]').last().focus();
    await followLink(page, '/team');
    await begun;
    await page.keyboard.press('Enter');
    await cancelled;
    letGo();
    await page.waitForURL('**/careers');
    await page.getByRole('heading', { level: 1, name: careers.title }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/careers');
  });
});
