import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { routes } from '#client/routes.ts';
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

/** Title and tags as a machine would read them now. */
const readLive = (page: Page) =>
  page.evaluate(() => {
    const tags = [...document.head.querySelectorAll('[data-head]')].map(
      (tag) =>
        `${tag.localName} ${[...tag.attributes]
          .map(({ name, value }) => `${name}=${value}`)
          .sort()
          .join(' ')}`,
    );
    return { language: document.documentElement.lang, title: document.title, tags };
  });

describe('the head in a browser', () => {
  it('equals the head of the server after every navigation and change of language', async (t) => {
    const { page, open } = await visit(t, site);
    const { page: fresh } = await visit(t, site, { javaScriptEnabled: false });
    const paths = routes.filter(({ path, hidden }) => !path.includes(':') && !hidden).map(({ path }) => path);
    await open('/?lang=en');
    for (const [index, path] of [...paths, '/news/smart-protective-equipment'].entries()) {
      // Back and Forward can lead from any page to any other.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      await page.locator(`link[rel="canonical"][href*="${path}?lang="]`).waitFor({ state: 'attached' });
      if (index % 2 === 0) {
        const before = await page.evaluate(() => document.documentElement.lang);
        await page.locator('.language-toggle').first().click();
        await page.locator(`html[lang="${before === 'en' ? 'uk' : 'en'}"]`).waitFor({ state: 'attached' });
      }
      const live = await readLive(page);
      await fresh.goto(`${path}?lang=${live.language === 'uk' ? 'ua' : 'en'}`);
      assert.deepEqual(live, await readLive(fresh), path);
    }
  });
});
