import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { is } from 'superstruct';
import { BrowserError } from '#shared/contracts/browser-error.ts';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { followLink, sharedSite, visit } from '../support/browser.ts';
import { createCleanup } from '../support/process.ts';

const site = sharedSite();

const article = '/news/smart-protective-equipment';

describe('an error in the browser', () => {
  it('is reported without its message, once', async (t) => {
    const { open } = await visit(t, site, { expectedTroubles: /\/assets\/team-\w+\.js/ });
    const page = await open('/about');
    const reports: string[] = [];
    await page.route('**/reports/errors', async (route) => {
      reports.push(route.request().postData() ?? '');
      await route.fulfill({ status: 204 });
    });
    await page.route('**/assets/team-*.js', (route) => route.abort());
    const sent = page.waitForRequest('**/reports/errors');
    await followLink(page, '/team');
    assert.equal((await sent).headers()['content-type'], 'application/json');
    await page.waitForURL('**/team');
    assert.equal(reports.length, 1);
    const report = JSON.parse(reports[0] ?? '') as BrowserError;
    assert.ok(is(report, BrowserError));
    assert.deepEqual([report.kind, report.route], ['chunk', 'about']);
    assert.match(report.at ?? '', /^\/assets\/team-/);
  });
});

describe('a document that was cut off', () => {
  it('is reported, and stays as far as it has arrived', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /error: Unexpected end of JSON input/ });
    await page.route('**/about', async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: html.slice(0, html.indexOf('id="state">') + 100),
      });
    });
    await page.goto('/about');
    const sent = page.waitForRequest('**/reports/errors');
    await page.mouse.wheel(0, 100);
    const report = JSON.parse((await sent).postData() ?? '') as BrowserError;
    assert.deepEqual(report, { kind: 'chunk', route: 'about', name: 'IncompleteDocument' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

describe('a page that cannot be hydrated', () => {
  it('is reported by browsers whose errors do not name a script too', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /error: Failed to resolve module specifier 'missing'/ });
    await page.addInitScript(() => {
      Error.stackTraceLimit = 0;
    });
    await page.route('**/about', async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: html.replace(/"module":"[^"]*"/, '"module":"missing"'),
      });
    });
    await page.goto('/about');
    const sent = page.waitForRequest('**/reports/errors');
    await page.mouse.wheel(0, 100);
    const report = JSON.parse((await sent).postData() ?? '') as BrowserError;
    assert.deepEqual(report, { kind: 'uncaught', route: 'about', name: 'TypeError' });
  });
});

describe('a page that throws while it renders', () => {
  it('keeps the layout of the site and a link to leave the page', async (t) => {
    const { open, page } = await visit(t, site);
    await open('/news');
    // The server of this site refuses such a response, but an older client might still get it.
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

describe('a test with a visitor', () => {
  it('fails at its end for every message, error and failed request, in any tab, that it does not expect', async (t) => {
    const test = { ...createCleanup(), passed: false };
    const { context, page } = await visit(test, site, { expectedTroubles: /an expected message/ });
    t.after(() => context.close());
    await page.goto('/about');
    await page.evaluate(() => console.info('a message'));
    const other = await context.newPage();
    await other.goto('/team');
    await other.route('**/lost.png', (route) => route.abort());
    await other.evaluate(async (address) => {
      console.info('an expected message');
      setTimeout(() => {
        throw new Error('an error');
      });
      document.querySelector('h1')?.setAttribute('style', 'color: red');
      const picture = new Image();
      const failed = new Promise((resolve) => picture.addEventListener('error', resolve));
      picture.src = address;
      await failed;
    }, '/lost.png');
    test.passed = true;
    await page.evaluate(() => console.info('a message after the end'));
    const error = (await test.end().catch((reason: unknown) => reason)) as Error;
    const troubles = error.message.replaceAll(site.origin, '').split('\n').sort();
    assert.deepEqual(
      troubles.map((trouble) => trouble.replace(/(?<=error: ).*(Content Security Policy).*/, '$1')),
      [
        '/about: console info: a message ()',
        '/team: console error: Content Security Policy',
        '/team: console error: Failed to load resource: net::ERR_FAILED (/lost.png)',
        '/team: error: an error',
        '/team: failed request: /lost.png net::ERR_FAILED',
      ],
    );
  });
});
