import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { hold, sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

/** The paths that a page asks for from now on. */
function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

describe('a visit by a link', () => {
  it('requests each file once and no document, with or without a prefetch', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    const asked = watchRequests(page);
    const link = page.getByRole('navigation', { name: en.main }).getByRole('link', { name: en.news });
    const texts = page.waitForResponse('**/texts/**/news.json');
    await link.hover();
    await texts;
    await link.click();
    await page.waitForURL('**/news');
    await page.locator('.news-grid a').first().waitFor();
    assert.deepEqual(
      asked.filter((path) => path === '/news'),
      [],
    );
    assert.equal(asked.filter((path) => path.startsWith('/texts/')).length, 1);
    assert.deepEqual([...new Set(asked)], asked, 'nothing is fetched twice');
  });
});

describe('a visitor who tabs through the top bar', () => {
  it('causes no request', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    const asked = watchRequests(page);
    for (let times = 0; times < 12; times += 1) await page.keyboard.press('Tab');
    // A prefetch that a focus started would be requested before this file.
    await page.evaluate(() => fetch('/favicon.ico'));
    assert.deepEqual(
      asked.filter((path) => /^\/(texts|assets)\/.*(json|js)$/.test(path) && !path.includes('vitals')),
      [],
    );
  });
});

describe('a page with a stylesheet of its own', () => {
  const sheet = /\/assets\/page-process-[^/]+\.css$/;

  it('is shown after a click only when the stylesheet has loaded', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    const letGo = await hold(page, sheet);
    const asked = page.waitForRequest(sheet);
    await page.locator('main a[href="/process"], footer a[href="/process"], a[href="/process"]').first().click();
    await asked;
    assert.equal(new URL(page.url()).pathname, '/about');
    letGo();
    await page.locator('.process__rail').waitFor();
    assert.equal(await page.locator('.process__rail').evaluate((rail) => getComputedStyle(rail).position), 'sticky');
    assert.equal(await page.locator(`head link[href*="/page-process-"]`).count(), 1);
  });

  it('is loaded as a document when the stylesheet does not load', async (t) => {
    const { open } = await visit(t, site, { expectedTroubles: /\/assets\/page-process-\w+\.css/ });
    const page = await open('/about');
    let refused = 0;
    await page.route(sheet, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    const document = page.waitForRequest((request) => request.isNavigationRequest());
    await page.locator('a[href="/process"]').first().click();
    await document;
    await page.locator('.process__rail').waitFor();
  });
});
