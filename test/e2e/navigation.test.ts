import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import newsEn from '../../locales/en/news.json' with { type: 'json' };
import newsUa from '../../locales/ua/news.json' with { type: 'json' };
import teamUa from '../../locales/ua/team.json' with { type: 'json' };
import { glueShortWords } from '#shared/typography.ts';
import { answerAsUsual, fakeUpstream } from '../support/fake-upstream.ts';
import { siteOfFile, visit } from '../support/browser.ts';
import { startReady } from '../support/process.ts';

const site = siteOfFile();

const article = '/news/smart-protective-equipment';

/** Holds back what matches until it is let go. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

const follow = (page: Page, href: string) =>
  page
    .locator(`a[href="${href}"]`)
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());

describe('a visitor in a hurry', () => {
  it('who goes back and forward again sees the page that the address names', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    await follow(page, '/careers');
    await page.waitForURL('**/careers');
    const letGo = await hold(page, '**/api/news/**');
    await page.goBack();
    await page.goForward();
    letGo();
    await page.waitForTimeout(500);
    assert.match(page.url(), /\/careers$/);
    assert.match(await page.title(), /[Cc]areers|[Jj]oin|[Ww]ork/);
    assert.equal(await page.locator('#comment-form').count(), 0);
  });

  it('who flips the language while a page is on its way gets it in that language', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/careers');
    const letGo = await hold(page, '**/texts/*/en/team.json');
    await follow(page, '/team');
    await page.getByRole('link', { name: en.toggle }).first().click();
    letGo();
    await page.waitForURL('**/team');
    await page
      .getByRole('heading', { level: 1, name: glueShortWords(teamUa.title).replaceAll('\u00a0', ' ') })
      .waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
  });

  it('who flips the language at the end of a page finds everything above still there', async (t) => {
    const { open } = await visit(t, site, { reducedMotion: 'no-preference' });
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

describe('late comments', () => {
  it('come in the language that was flipped to while they were on their way', async (t) => {
    const upstream = await fakeUpstream(t);
    let letGo = () => {};
    const free = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    upstream.misbehave((request, response, body) => {
      const wait = request.url?.endsWith('/comments') ? free : Promise.resolve();
      void wait.then(() => answerAsUsual(request, response, body));
    });
    const slow = await startReady(t, { env: { BACKEND_URL: upstream.origin, PAGE_CACHE_BYTES: '0' } });
    const { page, troubles } = await visit(t, slow);
    await page.goto(article, { waitUntil: 'commit' });
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.getByText(newsEn.comments.loading).waitFor();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(newsUa.comments.loading).waitFor();
    letGo();
    await page.getByText('The cancel tone matters').waitFor();
    await page.getByText(newsUa.comments.loading).waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
  });
});

describe('a tab that has been open since an older version', () => {
  it('loads the page anew rather than show it without words', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/careers');
    await page.route('**/texts/**', (route) => route.fulfill({ status: 404, json: {} }));
    await follow(page, '/privacy');
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
