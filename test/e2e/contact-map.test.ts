import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import navbar from '../../locales/en/navbar.json' with { type: 'json' };
import ukrainian from '../../locales/ua/contacts.json' with { type: 'json' };
import { pointAt, sharedSite, visit } from '../support/browser.ts';
import { until } from '../support/until.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPhfDwAChQGAX6i0tQAAAABJRU5ErkJggg==',
  'base64',
);

const site = sharedSite();
const withKey = sharedSite({ MAPS_API_KEY: 'test-key' });

describe('the map', () => {
  const region = (page: Page) => page.getByRole('region', { name: english.map.title });

  it('sends no request before it is near, then shows tiles and the office', async (t) => {
    const { open, page } = await visit(t, site);
    let asked = 0;
    await page.route('https://tile.openstreetmap.org/**', (route) => {
      asked += 1;
      return route.fulfill({ contentType: 'image/png', body: dot });
    });
    await open('/contacts');
    assert.equal(asked, 0);
    await region(page).scrollIntoViewIfNeeded();
    await region(page).getByRole('link', { name: 'Obrii office' }).waitFor();
    const focusable = region(page).locator('[tabindex="0"]');
    assert.equal(await focusable.getAttribute('aria-label'), english.map.title);
    assert.equal(await focusable.getAttribute('inert'), null);
    await until('tiles are asked for', () => asked > 0);
    const before = asked;
    await region(page).getByRole('button', { name: english.map.zoomIn }).click();
    await until('zooming in asks for other tiles', () => asked > before);
    await page.getByRole('link', { name: english.map.attribution }).waitFor();
  });

  it('shows an error when no tile loads, and tries again without losing the focus', async (t) => {
    const { open, page } = await visit(t, site);
    let broken = true;
    await page.route('https://tile.openstreetmap.org/**', (route) =>
      broken ? route.abort() : route.fulfill({ contentType: 'image/png', body: dot }),
    );
    await open('/contacts');
    await region(page).scrollIntoViewIfNeeded();
    await page.getByText(english.map.error).waitFor();
    assert.equal(await region(page).locator('[tabindex="0"]').count(), 0, 'the Tab key finds no map that is not there');
    const retry = region(page).getByRole('button', { name: english.map.retry });
    const hasFocus = () => region(page).evaluate((section) => section === document.activeElement);
    await retry.press('Enter');
    assert.ok(await hasFocus(), 'the focus stays at the map while the button is away');
    await retry.waitFor();
    assert.ok(await hasFocus());
    broken = false;
    await retry.click();
    await region(page).getByRole('link', { name: 'Obrii office' }).waitFor();
  });

  /** A fake of Google's library with the parts that the page uses. */
  const library = `
    window.google = { maps: {
      Map: class { constructor(element) { element.dataset.map = 'google'; } getZoom() { return 15; } setZoom(zoom) { document.body.dataset.zoom = zoom; } },
      LatLng: class {},
      OverlayView: class {
        getPanes() { return { floatPane: document.querySelector('[data-map="google"]') }; }
        getProjection() { return { fromLatLngToDivPixel: () => ({ x: 100, y: 100 }) }; }
        setMap(map) { if (map) { this.onAdd(); this.draw(); } else this.onRemove(); }
      },
    } };
    window.onGoogleMapsReady();
  `;

  async function openWithKey(t: Parameters<typeof visit>[0], failures: number) {
    const visitor = await visit(t, withKey, { expectedTroubles: /https:\/\/maps\.googleapis\.com\// });
    const { page } = visitor;
    const asked: string[] = [];
    const script = { failures };
    await page.route('https://maps.googleapis.com/**', (route) => {
      asked.push(route.request().url());
      return asked.length > script.failures
        ? route.fulfill({ contentType: 'text/javascript', body: library })
        : route.abort();
    });
    await visitor.open('/contacts');
    assert.deepEqual(asked, []);
    await region(page).scrollIntoViewIfNeeded();
    return { ...visitor, asked, script };
  }

  /** Google's code runs in a document of its own. */
  const office = (page: Page) => region(page).frameLocator('iframe').getByRole('link', { name: 'Obrii office' });

  it('with a key is Google’s, also when its script fails twice and then loads', async (t) => {
    const { page, asked } = await openWithKey(t, 2);
    await office(page).waitFor();
    assert.equal(asked.length, 3);
    assert.match(asked[0] ?? '', /key=test-key&language=en/);
    assert.equal(await page.evaluate(() => 'google' in window), false);
    assert.equal(await office(page).getAttribute('target'), '_top');
  });

  it('with a key follows the page’s buttons and its language', async (t) => {
    const { page } = await openWithKey(t, 0);
    await office(page).waitFor();
    await region(page).getByRole('button', { name: english.map.zoomOut }).click();
    await region(page).frameLocator('iframe').locator('[data-zoom="14"]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: navbar.toggle }).first().click();
    const map = page.getByRole('region', { name: ukrainian.map.title });
    await map.frameLocator('iframe').getByRole('link', { name: 'Офіс Obrii' }).waitFor();
    const title = await map.locator('iframe').getAttribute('title');
    assert.equal(title?.replaceAll('\u00a0', ' '), ukrainian.map.title);
  });

  it('with a key appears after a navigation without another document', async (t) => {
    const { open, page } = await visit(t, withKey);
    await page.route('https://maps.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: library }),
    );
    await open('/about');
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = '';
    });
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' });
    await pointAt(page, link);
    await link.click();
    await page.waitForURL('**/contacts');
    await region(page).scrollIntoViewIfNeeded();
    await office(page).waitFor();
    assert.equal(await page.locator('html[data-mark]').count(), 1);
  });

  it('with a key shows an error when the script always fails, and can be tried again', async (t) => {
    const { page, asked, script } = await openWithKey(t, Infinity);
    await page.getByText(english.map.error).waitFor();
    assert.equal(asked.length, 4);
    assert.equal(await region(page).locator('iframe').count(), 0);
    script.failures = 0;
    await region(page).getByRole('button', { name: english.map.retry }).click();
    await office(page).waitFor();
  });

  it('with a key shows an error when Google refuses the key', async (t) => {
    const { page } = await openWithKey(t, 0);
    await office(page).waitFor();
    await page.frame({ url: /\/map/ })?.evaluate('gm_authFailure()');
    await page.getByText(english.map.error).waitFor();
  });
});

describe('a visitor without JavaScript', () => {
  it('sees where the office is, and the way there', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false });
    await page.goto('/contacts');
    const map = page.getByRole('region', { name: english.map.title });
    assert.equal(await map.getByText(english.map.loading).count(), 0);
    const href = await map.getByRole('link', { name: english.block.directions }).getAttribute('href');
    assert.match(href ?? '', /^https:\/\/www\.openstreetmap\.org\/directions\?to=50\.45/);
  });
});
