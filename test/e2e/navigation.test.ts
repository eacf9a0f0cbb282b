import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import careers from '../../locales/en/careers.json' with { type: 'json' };
import hero from '../../locales/en/hero.json' with { type: 'json' };
import en from '../../locales/en/navbar.json' with { type: 'json' };
import newsEn from '../../locales/en/news.json' with { type: 'json' };
import newsUa from '../../locales/ua/news.json' with { type: 'json' };
import { followLink, hold, sharedSite, visit, wake, withMotion } from '../support/browser.ts';
import { holdingBackend } from '../support/holding-backend.ts';
import { startReady } from '../support/process.ts';

const site = sharedSite();

const article = '/news/smart-protective-equipment';

describe('navigation', () => {
  it('loads no document, focuses the heading, scrolls to the top, and restores the position after Back', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/');
    await page.evaluate(() => {
      Object.assign(window, { same: true });
    });
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.waitForFunction(() => (history.state as { top?: number } | null)?.top === 900);
    await page.locator('.top-bar').getByRole('link', { name: en.news }).click();
    await page.waitForURL('**/news');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.ok(await page.evaluate(() => Reflect.get(window, 'same') === true));
    assert.match((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '', /\/news\?lang=en$/);
    assert.equal(await page.locator('#announcer').textContent(), await page.title());
    await page.goBack();
    await page.getByText(hero.line1).first().waitFor();
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
  });

  for (const [title, delayMs] of [
    ['before placeholders are shown', 300],
    ['in the place of placeholders', 1500],
  ] as const)
    it(`restores the position after Back when the news arrive late, ${title}`, async (t) => {
      const { open } = await visit(t, site, { viewport: { width: 360, height: 740 } });
      const page = await open('/news');
      const card = page.locator('.news-grid a').nth(4);
      await card.scrollIntoViewIfNeeded();
      const top = Math.round(await page.evaluate(() => scrollY));
      await page.waitForFunction((saved) => Math.abs(Number(Reflect.get(history.state, 'top')) - saved) < 2, top);
      await card.click();
      await page.waitForURL('**/news/*');
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.route('**/api/news**', async (route) => {
        await wait(delayMs);
        await route.continue();
      });
      await page.goBack();
      if (delayMs > 1000) await page.locator('.news-grid .skeleton').first().waitFor({ state: 'attached' });
      await card.waitFor();
      await page.waitForFunction((saved) => Math.abs(scrollY - saved) < 2, top);
      // The scroll position does not change afterwards.
      await page.waitForLoadState('networkidle');
      assert.ok(Math.abs((await page.evaluate(() => scrollY)) - top) < 2);
    });

  it('shows the 404 page with a link home, and logs the path on the console', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /status of 404|404: \/nope/ });
    const logged = page.waitForEvent('console', (message) => message.text() === '404: /nope');
    await page.goto('/nope');
    // The visitor does nothing.
    assert.equal((await logged).type(), 'info');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByText(hero.line1).first().waitFor();
  });
});

describe('a visitor who navigates quickly', () => {
  it('back and forward again sees the page that the address names', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    await followLink(page, '/careers');
    await page.waitForURL('**/careers');
    const letGo = await hold(page, '**/api/news/**');
    await page.goBack();
    await page.goForward();
    letGo();
    await page.waitForLoadState('networkidle');
    await page.waitForURL('**/careers');
    await page.getByRole('heading', { level: 1, name: careers.title }).waitFor();
    assert.equal(await page.locator('#comment-form').count(), 0);
  });

  it('and switches the language at the end of a page keeps everything above it', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
    await page.evaluate(async () => {
      for (let top = document.body.scrollHeight; top > 0; top -= 400) {
        scrollTo({ top, behavior: 'instant' });
        await new Promise((resolve) => {
          setTimeout(resolve, 60);
        });
      }
    });
    await page.waitForFunction(() => document.querySelectorAll('[data-below]').length === 0);
  });
});

describe('a page that is loaded again by Back', () => {
  it('keeps its scroll position, also in a browser that leaves this to the site', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    await page.evaluate(() => {
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'manual';
      });
      scrollTo({ top: 900, behavior: 'instant' });
    });
    await page.waitForFunction(() => (history.state as { top?: number } | null)?.top === 900);
    await page.goto('about:blank');
    await page.goBack();
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
  });
});

describe('deferred comments', () => {
  it('are shown in a language that was chosen while they were loading', async (t) => {
    const { backend, letGo } = await holdingBackend(t, (path) => path.endsWith('/comments'));
    const slow = await startReady(t, { env: { BACKEND_URL: backend.origin, PAGE_CACHE_BYTES: '0' } });
    const { open } = await visit(t, slow);
    // With the scripts in its cache the browser starts soon: the site waits for the backend for ten seconds.
    const page = await open('/about');
    await page.goto(article, { waitUntil: 'commit' });
    await wake(page);
    await page.getByText(newsEn.comments.loading).waitFor();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(newsUa.comments.loading).waitFor();
    letGo();
    await page.getByText('The cancel tone matters').waitFor();
    await page.getByText(newsUa.comments.loading).waitFor({ state: 'detached' });
  });
});

describe('a link whose hash has an invalid encoding', () => {
  it('opens its page at the top', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    await page.mouse.wheel(0, 900);
    await page.locator('.prose').evaluate((text) => {
      text.prepend(Object.assign(document.createElement('a'), { id: 'odd', href: '/careers#%ff', textContent: 'odd' }));
    });
    await page.locator('#odd').click();
    await page.waitForURL('**/careers#%ff');
    await page.waitForFunction(() => scrollY === 0);
    assert.equal(await page.locator('#comment-form').count(), 0);
  });
});

describe('the language toggle on a slow line', () => {
  it('shows that its texts are loading, and stops when they have arrived', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    await page.mouse.move(10, 10);
    await page.waitForLoadState('networkidle');
    let letIn: () => void = () => undefined;
    await page.route('**/texts/**', async (route) => {
      await new Promise<void>((resolve) => {
        letIn = resolve;
      });
      await route.continue();
    });
    await page.locator('.top-bar .language-toggle').click();
    await page.locator('.progress[data-on]').waitFor();
    assert.equal(await page.locator('#announcer').innerText(), en.loading);
    letIn();
    await page.locator('html[lang="uk"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.progress[data-on]').count(), 0);
  });
});
