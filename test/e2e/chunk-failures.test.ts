import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from '#shared/contracts/check.ts';
import { BrowserError } from '#shared/contracts/browser-error.ts';
import { followLink, sharedSite, visit, wake, withMotion } from '../support/browser.ts';
import { until } from '../support/until.ts';

const site = sharedSite();
const withKey = sharedSite({ MAPS_API_KEY: 'test-key' });

interface Case {
  what: string;
  /** The name of the chunk, without its hash. */
  chunk: string;
  path: string;
  /** The part that must be on the screen before the chunk is requested. */
  part?: string;
  target?: typeof site;
  needsMotion?: boolean;
}

const cases: Case[] = [
  { what: 'address and map', chunk: 'find-us', path: '/contacts', part: '#find-us' },
  { what: 'the estimate', chunk: 'island', path: '/contacts', part: '#how-far' },
  { what: 'the map', chunk: 'live-map', path: '/contacts', part: '.map' },
  { what: 'the map of OpenStreetMap', chunk: 'leaflet-map', path: '/contacts', part: '.map' },
  { what: 'Leaflet', chunk: 'leaflet', path: '/contacts', part: '.map' },
  { what: 'the map of Google', chunk: 'framed-map', path: '/contacts', part: '.map', target: withKey },
  { what: 'the merge example', chunk: 'merge-play', path: '/gitl', part: '.merge-example' },
  { what: 'the live picture', chunk: 'live-picture', path: '/about', needsMotion: true },
];

describe('a part of a page whose script does not load', () => {
  for (const { what, chunk, path, part, target = site, needsMotion } of cases) {
    it(`is reported once: ${what}`, async (t) => {
      const { open, page } = await visit(t, target, {
        ...(needsMotion && withMotion),
        expectedTroubles: new RegExp(`/assets/${chunk}-`),
      });
      await page.addInitScript(() => {
        const reports: string[] = [];
        Object.assign(window, { reports });
        navigator.sendBeacon = (_address, body) => {
          if (body instanceof Blob) void body.text().then((text) => reports.push(text));
          return true;
        };
      });
      let failures = 0;
      await page.route(new RegExp(`/assets/${chunk}-[0-9A-Z]{8}\\.js$`), (route) => {
        failures += 1;
        return route.abort();
      });
      await open(path);
      if (part) await page.locator(part).first().scrollIntoViewIfNeeded();
      await until('the script is requested', () => failures > 0);
      const read = () => page.evaluate(() => Reflect.get(window, 'reports') as string[]);
      await until('the failure is reported', async () => (await read()).length > 0);
      const reports = (await read()).map((text) => check(JSON.parse(text), BrowserError)[1]);
      const [report] = reports;
      assert.equal(reports.length, 1);
      assert.equal(report?.kind, 'chunk');
      assert.match(report?.at ?? '', new RegExp(`^/assets/${chunk}-[0-9A-Z]{8}\\.js$`));
    });
  }
});

describe('a script that the start of a page needs', () => {
  for (const [what, chunk] of [
    ['what starts the page', 'start'],
    ['React and the common code', 'chunk'],
    ['the page itself', 'careers'],
  ])
    it(`is requested again at the next activity when its requests were lost, and the page starts: ${what}`, async (t) => {
      const { page } = await visit(t, site, { expectedTroubles: new RegExp(`/assets/${chunk}-`) });
      let isLost = true;
      const script = new RegExp(`/assets/${chunk}-[0-9A-Z]{8}\\.js$`);
      await page.route(script, (route) => (isLost ? route.abort() : route.continue()));
      await page.goto('/careers');
      const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
      // Once: a second activity that comes after the failure would request the script again while it is still lost.
      await page.mouse.move(10, 10);
      await failed;
      // The first activity requests nothing more by then.
      await page.waitForLoadState('networkidle');
      isLost = false;
      await wake(page);
      await followLink(page, '/team');
      await page.waitForURL('**/team');
      assert.equal(
        await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name.endsWith('/careers')),
        true,
      );
    });
});

describe('a page whose own script does not load', () => {
  it('reports that once', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /\/assets\/about-\w+\.js/ });
    const reports: string[] = [];
    await page.route('**/reports/errors', async (route) => {
      reports.push(route.request().postData() ?? '');
      await route.fulfill({ status: 204 });
    });
    await page.route('**/assets/about-*.js', (route) => route.abort());
    let hasFailed = false;
    page.on('pageerror', () => {
      hasFailed = true;
    });
    await page.goto('/about');
    // The script is requested again at the second activity.
    await until('the start fails', async () => {
      await page.mouse.wheel(0, 10);
      return hasFailed;
    });
    // The reports before this request have been sent by then.
    await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    assert.deepEqual(
      reports.map((report) => check(JSON.parse(report), BrowserError)[1]?.kind),
      ['chunk'],
    );
  });
});

describe('a common stylesheet that did not load when the page started', () => {
  it('is loaded for the next page', async (t) => {
    const { open, page } = await visit(t, site, { expectedTroubles: /\/assets\/site-\w+\.css/ });
    let failures = 0;
    await page.route(/\/assets\/site-[0-9a-f]{8}\.css$/, (route) => {
      failures += 1;
      return failures === 1 ? route.abort() : route.continue();
    });
    await open('/');
    assert.equal(failures, 1);
    await followLink(page, '/careers');
    const title = page.locator('.page-head__title');
    await title.waitFor();
    const position = await page.locator('.page-head').evaluate((head) => getComputedStyle(head).position);
    assert.equal(position, 'relative');
  });
});
