import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pLimit from 'p-limit';
import type { Page } from 'playwright';
import { languageKey } from '#shared/languages.ts';
import { routes } from '#client/routes.ts';
import en from '../../locales/en/contacts.json' with { type: 'json' };
import { hold, lazyScripts, sharedSite, visit, waitAMinute, wake, withMotion } from '../support/browser.ts';

const site = sharedSite();

/** The scripts that a page has asked for. */
function watchScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  return scripts;
}

const ready = (page: Page) => page.locator('html[data-ready]').count();

describe('the script of a page', () => {
  it('is only the entry until the visitor uses the page, on all pages on which nothing moves', async (t) => {
    const paths = routes
      .filter(({ start }) => start !== 'at-once')
      .map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));
    assert.ok(paths.length >= 20, `${paths.length} pages wait`);
    const { context } = await visit(t, site);
    await context.clock.install();
    const limit = pLimit(5);
    const open = async (path: string) => {
      const page = await context.newPage();
      const scripts = watchScripts(page);
      await page.goto(path);
      return { page, path, scripts };
    };
    const opened = await Promise.all(paths.map((path) => limit(open, path)));
    // The clock is one for all pages of the context: it moves once, when no page is loading.
    await context.clock.fastForward(60_000);
    await Promise.all(opened.map(({ page }) => page.waitForLoadState('networkidle')));
    assert.deepEqual(
      opened.map(({ path, scripts }) => `${path} ${[...scripts].map((script) => script.slice(0, 14)).join()}`),
      paths.map((path) => `${path} /assets/entry-`),
    );
  });

  it('starts with the first touch, and at once on a page that moves by itself', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/about');
    assert.equal(await ready(page), 0);
    await page.mouse.move(300, 300);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.goto('/news');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  });

  for (const [effectiveType, starts] of [
    ['4g', true],
    ['3g', false],
  ] as const)
    it(`${starts ? 'starts at once where a film plays' : 'waits where the film waits'} (${effectiveType})`, async (t) => {
      const { page, context } = await visit(t, site, withMotion);
      await context.addInitScript(
        (value) => Object.defineProperty(navigator, 'connection', { value: { effectiveType: value } }),
        effectiveType,
      );
      await page.clock.install();
      for (const path of ['/', '/gitl']) {
        await page.goto(path);
        if (starts) await page.locator('html[data-ready]').waitFor({ state: 'attached' });
        else await waitAMinute(page);
        assert.equal(await ready(page), starts ? 1 : 0, path);
      }
    });

  it('starts in a language that another tab chooses', async (t) => {
    const { page, context } = await visit(t, site);
    await page.goto('/about');
    const other = await context.newPage();
    await other.goto('/team');
    await other.evaluate((key) => localStorage.setItem(key, 'ua'), languageKey);
    await page.locator('html[lang=uk][data-ready]').waitFor({ state: 'attached' });
  });

  it('starts in a language that was chosen before, when its cookie has been removed', async (t) => {
    const { page, context } = await visit(t, site);
    await page.goto('/about');
    await page.evaluate((key) => localStorage.setItem(key, 'ua'), languageKey);
    assert.deepEqual(await context.cookies(), []);
    await page.goto('/process');
    await page.locator('html[lang=uk][data-ready]').waitFor({ state: 'attached' });
  });

  for (const path of ['/about?lang=ua', '/about'])
    for (const isAwake of [true, false])
      it(`shows the language that another tab has chosen meanwhile, after Back (${path}, ${isAwake ? '' : 'not '}hydrated)`, async (t) => {
        const { page, context } = await visit(t, site);
        await context.addCookies([{ name: languageKey, value: 'ua', url: site.origin }]);
        await page.goto(path);
        if (isAwake) await wake(page);
        else await page.waitForLoadState('networkidle');
        assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
        // A frozen page gets no storage event, and the page that stores something gets none either.
        await page.evaluate((key) => {
          localStorage.setItem(key, 'en');
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        }, languageKey);
        await page.locator('html[lang=en][data-ready]').waitFor({ state: 'attached' });
        assert.equal(await page.evaluate((key) => localStorage.getItem(key), languageKey), 'en');
        assert.equal(new URL(page.url()).search, '');
      });

  it('does not start when the address names the language, which is stored', async (t) => {
    const { page } = await visit(t, site);
    const scripts = watchScripts(page);
    await page.clock.install();
    await page.goto('/about?lang=ua');
    await page.waitForFunction((key) => localStorage.getItem(key) === 'ua', languageKey);
    await waitAMinute(page);
    assert.equal(scripts.size, 1);
    await page.goto('/team');
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
  });

  it('starts with a click without a pointer, as of a screen reader or of voice control', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/process');
    const button = page.locator('main button[aria-expanded]').first();
    const before = await button.getAttribute('aria-expanded');
    await button.evaluate((element: HTMLElement) => element.click());
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.notEqual(await button.getAttribute('aria-expanded'), before);
  });

  it('does not change the layout when its stylesheets load, in whatever order', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, /\/assets\/site-.*\.css$/);
    await page.goto('/contacts');
    await page.evaluate(() => document.fonts.ready);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#main *')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${element.tagName} ${x} ${y} ${width} ${height}`;
        }),
      );
    const before = await places();
    const comes = page.waitForResponse(/\/assets\/page-contacts-.*\.css$/);
    await page.mouse.move(300, 300);
    const arrived = await comes;
    await arrived.finished();
    await page.waitForFunction((address) => performance.getEntriesByName(address).length > 0, arrived.url());
    // The events of the link precede the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.deepEqual(await places(), before);
    letGo();
  });

  it('leaves a form to the browser that is sent before the script has loaded', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /status of 422/ });
    await hold(page, lazyScripts);
    await page.goto('/contacts');
    await page.getByRole('button', { name: en.contactForm.submit }).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    assert.equal(await ready(page), 0);
  });

  it('starts at once when there is a draft', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/contacts');
    await page.getByLabel(en.contactForm.fields.firstName).fill('Ivan');
    await page.reload();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="firstName"]')?.value === 'Ivan');
    await wake(page);
  });
});

/** The position of the top of an element in the window. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

describe('a page whose script has not run', () => {
  it('opens at the part that the address names, and stays there', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 390, height: 800 } });
    await page.goto('/gitl#activate');
    const before = await topOf(page, '#activate');
    assert.ok(before >= 0 && before < 200, `${before} px`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    assert.ok(Math.abs((await topOf(page, '#activate')) - before) <= 2);
  });

  it('is reloaded at its scroll position', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 390, height: 800 } });
    await page.goto('/llm-development');
    await wake(page);
    const last = '#main > section:nth-last-of-type(2)';
    await page.locator(last).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    await page.waitForFunction(() => scrollY > 0 && (history.state as { top?: number }).top === scrollY);
    const before = await topOf(page, last);
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    assert.ok(Math.abs((await topOf(page, last)) - before) <= 2, `${await topOf(page, last)} px, ${before} before`);
  });
});
