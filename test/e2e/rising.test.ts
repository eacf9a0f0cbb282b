import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import ua from '../../locales/ua/news.json' with { type: 'json' };
import { awaitIntersections, sharedSite, visit, withMotion } from '../support/browser.ts';

const site = sharedSite();

describe('an element that is animated when it becomes visible', () => {
  const hidden = (page: Page) =>
    page.evaluate(() => {
      const parts = [...document.querySelectorAll('[data-below]')].map((part) => part.getBoundingClientRect().top);
      return { here: parts.filter((top) => top < innerHeight).length, all: parts.length };
    });

  it('is hidden only below the window, and does not move after Back and after a change of language', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/news');
    // The page has hydrated, so an observer that did not wait for scrolling would have reported by then.
    await awaitIntersections(page);
    assert.equal((await hidden(page)).all, 0, 'nothing is hidden from whoever does not scroll');
    await page.mouse.wheel(0, 40);
    await page.waitForFunction(() => document.querySelectorAll('[data-below]').length > 0);
    assert.equal((await hidden(page)).here, 0);
    await page.evaluate(() => scrollTo({ top: 1400, behavior: 'instant' }));
    await page.waitForFunction(
      () =>
        ![...document.querySelectorAll('[data-below]')].some(
          (part) => part.getBoundingClientRect().top < innerHeight - 60,
        ),
    );
    await page.waitForFunction(() => (history.state as { top?: number }).top === 1400);
    await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLElement>('.news-card a')];
      links.find((link) => link.getBoundingClientRect().top > 100)?.click();
    });
    await page.waitForURL(/\/news\/[^?]/);
    await page.locator('.news-article').waitFor();
    await page.goBack();
    await page.waitForFunction(() => Math.abs(scrollY - 1400) < 5);
    for (let look = 0; look < 3; look += 1) {
      assert.equal((await hidden(page)).here, 0, 'what was here before is here at once');
      await awaitIntersections(page);
    }

    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await awaitIntersections(page);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await awaitIntersections(page);
    const before = (await hidden(page)).all;
    await page.locator('.top-bar .language-toggle').click();
    await page.getByRole('heading', { level: 1, name: ua.title }).waitFor();
    // React creates the observers of the new language only after the frame with its texts.
    await awaitIntersections(page);
    await awaitIntersections(page);
    assert.equal((await hidden(page)).all, before, 'what was seen once is not hidden again');
  });
});
