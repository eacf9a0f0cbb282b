import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import en from '../../locales/en/news.json' with { type: 'json' };
import { sharedSite, visit, wake, withMotion } from '../support/browser.ts';
import { answerAsUsual, fakeBackend } from '../support/fake-backend.ts';
import { startReady } from '../support/process.ts';

const site = sharedSite();

const article = '/news/smart-protective-equipment';

describe('a reader', () => {
  it('finds the featured articles and the cards at the same level of headings', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/news');
    const levels = await page
      .locator('#list :is(h2, h3)')
      .evaluateAll((all) => all.map(({ tagName, className }) => [tagName, className.includes('featured-news')]));
    assert.deepEqual(levels.slice(0, 2), [
      ['H2', false],
      ['H3', true],
    ]);
    assert.equal(levels.filter(([level]) => level === 'H2').length, 1, 'cards are below the heading of the list');
  });

  it('filters the news by category without losing the scroll position, and finds it again by Forward', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/news');
    const tab = page.getByRole('navigation', { name: en.tabsLabel }).getByRole('link', { name: /Security/ });
    await tab.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await tab.click();
    await page.waitForURL('**/news?category=Security');
    await page.waitForFunction(() => document.querySelectorAll('.news-grid .news-card').length === 2);
    assert.equal(await tab.getAttribute('aria-current'), 'page');
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - before) < 400);
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
    const place = await page.evaluate(() => scrollY);
    assert.ok(place > 300, 'the page is long enough');
    await page.waitForFunction((top) => (history.state as { top?: number }).top === top, place);
    await page.goBack();
    await page.waitForFunction(
      (all) => document.querySelectorAll('.news-grid .news-card').length === all,
      seedItems.length,
    );
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll('.news-grid .news-card').length === 2);
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 3, place);
  });

  it('pauses the featured articles with a button that nothing covers', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/news');
    await page.getByRole('button', { name: en.pause }).click();
    await page.getByRole('button', { name: en.pause, pressed: true }).waitFor();
  });

  it('posts a comment and sees it at once', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    await page.getByLabel(en.comments.author).fill('Olha');
    await page.getByLabel(en.comments.content, { exact: true }).fill('Thank you for the rule about names.');
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/news/1/comments'),
      page.getByRole('button', { name: en.comments.submit }).click(),
    ]);
    assert.equal(answer.status(), 201);
    assert.match(answer.request().headers()['idempotency-key'] ?? '', /^[\da-f]{32}-[\da-z]+$/);
    await page.getByText('Thank you for the rule about names.').waitFor();
    await page.getByText(en.comments.sent).waitFor();
    assert.equal(await page.getByLabel(en.comments.author).inputValue(), '');
  });

  it('shows no skeletons for the parts that a category does not change', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/news');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && !node.matches('.news-grid') && node.querySelector('.skeleton'))
              seen.push(node.className);
      }).observe(document.body, { childList: true, subtree: true });
    });
    for (const path of ['**/api/news/featured', '**/api/news/categories'])
      await page.route(path, async (route) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 800);
        });
        await route.continue();
      });
    await page
      .getByRole('navigation', { name: en.tabsLabel })
      .getByRole('link', { name: /Security/ })
      .click();
    await page.waitForURL('**/news?category=Security');
    await page.waitForFunction(() => document.querySelectorAll('.news-grid .news-card').length === 2);
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'seen') as unknown), []);
  });

  it('filters, reads and comments without JavaScript', async (t) => {
    const { open } = await visit(t, site, { javaScriptEnabled: false, expectedTroubles: /status of 422/ });
    // Without a script, the tabs would stay hidden if their answer came late.
    const page = await open('/news?whole=1');
    await page
      .getByRole('link', { name: /Security/ })
      .first()
      .click();
    await page.waitForURL('**/news?category=Security');
    // Skeletons, which a slow answer leaves in the document, have no links.
    assert.equal(await page.locator('.news-grid .news-card:has(a)').count(), 2);
    await page.goto(article);
    await page.getByRole('button', { name: en.comments.submit }).click();
    await page.getByText(en.comments.fillFields).waitFor();
    await page.getByLabel(en.comments.author).fill('Petro');
    await page.getByLabel(en.comments.content, { exact: true }).fill('Written without a script.');
    await page.getByRole('button', { name: en.comments.submit }).click();
    await page.getByText(en.comments.sent).waitFor();
    await page.reload();
    assert.equal(await page.getByText('Written without a script.').count(), 1, 'a reload sends nothing again');
  });

  it('finds an error message and a link back when an article does not exist', async (t) => {
    const { open } = await visit(t, site, { expectedTroubles: /status of 404/ });
    const page = await open('/news/nothing-here');
    await page.getByText(en.notFound.title).waitFor();
    await page.getByRole('link', { name: en.back }).click();
    await page.waitForURL('**/news');
  });
});

describe('with a backend that takes 2 s', () => {
  it('shows skeletons first and the news after them, without a console message', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), 2000);
    });
    const slow = await startReady(t, { env: { BACKEND_URL: backend.origin, PAGE_CACHE_BYTES: '0' } });
    const { page } = await visit(t, slow);
    await page.goto('/news?category=Technology', { waitUntil: 'commit' });
    await page.locator('.news-grid .skeleton').first().waitFor({ state: 'attached' });
    await page.locator('.news-grid h3 a').first().waitFor();
    await wake(page);
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^All/ }).click();
    await page.waitForURL((url) => url.pathname === '/news' && url.search === '');
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await page.locator('.news-grid h3 a').first().waitFor();
  });

  it('links to deferred parts without JavaScript, and shows nothing that seems to be loading', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), 2000);
    });
    const slow = await startReady(t, { env: { BACKEND_URL: backend.origin, PAGE_CACHE_BYTES: '0' } });
    const { open } = await visit(t, slow, { javaScriptEnabled: false });
    const page = await open(article);
    assert.equal(
      await page.locator('.skeleton').or(page.getByText(en.comments.loading)).filter({ visible: true }).count(),
      0,
    );
    assert.ok(await page.getByRole('link', { name: en.deferred.link }).first().isVisible());
  });
});
