import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import newsEn from '../../locales/en/news.json' with { type: 'json' };
import newsUa from '../../locales/ua/news.json' with { type: 'json' };
import teamUa from '../../locales/ua/team.json' with { type: 'json' };
import { glueShortWords } from '#shared/typography.ts';
import { siteOfFile, visit } from '../support/browser.ts';
import { answerAsUsual, fakeUpstream } from '../support/fake-upstream.ts';
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

  it('gets the whole address in the other language when the code that switches does not come', async (t) => {
    const { page, open } = await visit(t, site);
    await page.route('**/assets/navigation-*.js', (route) => route.abort());
    await open('/news?category=Security');
    await toggle(page).click();
    await page.waitForURL('**/news?category=Security&lang=ua');
  });
});

describe('a link to where one is', () => {
  it('adds nothing to the history', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    await follow(page, '/news');
    await page.waitForURL('**/news');
    const length = await page.evaluate(() => history.length);
    for (let times = 0; times < 3; times += 1) {
      await page.getByRole('navigation', { name: en.main }).getByRole('link', { name: en.news }).click();
      await page.waitForTimeout(200);
    }
    assert.equal(await page.evaluate(() => history.length), length);
    await page.goBack();
    await page.waitForURL('**/about');
  });
});

describe('a link with a hash that is no encoding', () => {
  it('opens its page at the top', async (t) => {
    const { open, troubles } = await visit(t, site);
    const page = await open(article);
    await page.mouse.wheel(0, 900);
    await page.locator('.prose').evaluate((text) => {
      text.prepend(Object.assign(document.createElement('a'), { id: 'odd', href: '/careers#%ff', textContent: 'odd' }));
    });
    await page.locator('#odd').click();
    await page.waitForURL('**/careers#%ff');
    await page.waitForFunction(() => scrollY === 0);
    assert.equal(await page.locator('#comment-form').count(), 0);
    assert.deepEqual(troubles, []);
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

describe('what rises when it is seen', () => {
  const hidden = (page: Page) =>
    page.evaluate(() => {
      const parts = [...document.querySelectorAll('[data-below]')].map((part) => part.getBoundingClientRect().top);
      return { here: parts.filter((top) => top < innerHeight).length, all: parts.length };
    });

  it('is hidden only below the window of who scrolls, stands still after Back and after a change of language', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/news');
    await page.waitForTimeout(300);
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
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLElement>('.news-card a')];
      links.find((link) => link.getBoundingClientRect().top > 100)?.click();
    });
    await page.waitForURL(/\/news\/[^?]/);
    await page.locator('.article').waitFor();
    await page.goBack();
    await page.waitForFunction(() => Math.abs(scrollY - 1400) < 5);
    for (let look = 0; look < 5; look += 1) {
      assert.equal((await hidden(page)).here, 0, 'what was here before is here at once');
      await page.waitForTimeout(60);
    }

    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.waitForTimeout(300);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const before = (await hidden(page)).all;
    await page.locator('.bar .lang').click();
    await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
    await page.waitForTimeout(200);
    assert.equal((await hidden(page)).all, before, 'what was seen once is not hidden again');
  });
});
