import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { followLink, siteOfFile, visit } from '../support/browser.ts';
import { fakeUpstream } from '../support/fake-upstream.ts';
import { startReady } from '../support/process.ts';

const site = siteOfFile();

const article = '/news/smart-protective-equipment';

describe('a visitor whose line is bad', () => {
  const toggle = (page: Page) => page.getByRole('link', { name: en.toggle }).first();
  const state = (page: Page) =>
    page.evaluate(() => [document.documentElement.lang, localStorage.getItem('language'), document.cookie].join());

  for (const [title, fail] of [
    ['answer 503', (route: Route) => route.fulfill({ status: 503, body: '' })],
    ['cannot be reached', (route: Route) => route.abort()],
  ] as const) {
    it(`keeps a readable page, in every tab, when the texts of a language ${title}, and may try again`, async (t) => {
      const { context, open } = await visit(t, site);
      const page = await open('/about');
      const other = await context.newPage();
      await other.goto('/about');
      await other.locator('html[data-ready]').waitFor({ state: 'attached' });
      const before = await state(page);
      const heading = await page.locator('h1').innerText();
      await context.route('**/texts/**', fail);
      await toggle(page).click();
      await page.locator('.toast').getByText(en.offline).waitFor();
      for (const tab of [page, other]) {
        assert.equal(await tab.locator('h1').innerText(), heading);
        assert.equal(await state(tab), before);
      }
      await context.unroute('**/texts/**');
      await toggle(page).click();
      await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
      await page.locator('.toast').waitFor({ state: 'detached' });
      assert.match(await state(page), /^uk,ua,.*language=ua/);
      await other.locator('html[lang=uk]').waitFor({ state: 'attached' });
    });
  }

  it('keeps a readable page when only another tab could follow', async (t) => {
    const { context, open } = await visit(t, site);
    const page = await open('/about');
    const other = await context.newPage();
    await other.goto('/about');
    await other.locator('html[data-ready]').waitFor({ state: 'attached' });
    const heading = await other.locator('h1').innerText();
    await other.route('**/texts/**', (route) => route.abort());
    await toggle(page).click();
    await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
    await other.locator('.toast').getByText(en.offline).waitFor();
    assert.equal(await other.locator('h1').innerText(), heading);
    assert.match(await state(page), /^uk,ua/);
    await other.unroute('**/texts/**');
    await toggle(other).click();
    await other.locator('html[lang=uk]').waitFor({ state: 'attached' });
  });

  it('stays on the page when the line is gone before anything was done on it', async (t) => {
    for (const name of ['toggle', 'link'] as const) {
      const { context, open } = await visit(t, site);
      const page = await open('/about?from=here#main');
      await context.setOffline(true);
      await (name === 'toggle' ? toggle(page) : page.getByRole('link', { name: en.news }).first()).click();
      await page.locator('.toast').getByText(en.offline).waitFor();
      assert.match(page.url(), /\/about\?from=here#main$/);
      await context.setOffline(false);
    }
  });

  it('gets the whole address in the other language when the texts of its version are no longer served', async (t) => {
    const { page, open } = await visit(t, site);
    await page.route('**/texts/**', (route) => route.fulfill({ status: 404, json: {} }));
    await open('/news?category=Security');
    await toggle(page).click();
    await page.waitForURL('**/news?category=Security&lang=ua');
  });
});

describe('a tab that has been open since an older version', () => {
  it('loads the page anew rather than show it without words', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/careers');
    await page.route('**/texts/**', (route) => route.fulfill({ status: 404, json: {} }));
    await followLink(page, '/privacy');
    await page.waitForURL('**/privacy');
    await page.getByRole('heading', { level: 1, name: /privacy/i }).waitFor();
  });
});

describe('a page that throws while it renders', () => {
  it('leaves the site around it and a way out', async (t) => {
    const upstream = await fakeUpstream(t);
    const broken = await startReady(t, { env: { BACKEND_URL: upstream.origin } });
    const { open, page } = await visit(t, broken);
    await open('/news');
    // What no backend can send through this site, an older client might still meet.
    await page.route('**/api/news/*/comments', (route) =>
      route.fulfill({ json: [{ id: '1', author: 'a', content: 'b', date: 'never' }] }),
    );
    await page.locator(`.news-grid a[href="${article}"]`).click();
    await page.getByText(en.broken.title).waitFor();
    await page.getByRole('contentinfo').waitFor();
    await page.getByRole('link', { name: en.retry }).click();
    await page.locator('#comment-form').waitFor();
  });
});
