import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { languageKey } from '#shared/languages.ts';
import { routes } from '#client/routes.ts';
import { hold, sharedSite, visit, wake } from '../support/browser.ts';

const site = sharedSite();

const languages = ['en', 'ua'] as const;
const paths = routes.map(({ path }) => path.replace(':slug', 'smart-protective-equipment'));

/** Bytes of a text, compressed like the first answer to a browser that knows brotli. */
const weigh = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/** Ukrainian pages take the most fonts; English ones differ where pages differ in kind. */
const weighed = { ua: paths, en: ['/', '/about', '/privacy', '/contacts', '/gitl', '/news', '/llm-development'] };

/**
 * Layout shift of one page. A font that comes after the first paint may move a line: its stand-in has the same width on
 * average, not for each word.
 */
const mostMoved = 0.05;

interface Fetched {
  url: string;
  type: string;
  bytes: number;
}

/** Pages whose lines broke anew when the fonts came late: a lead, a title, a notice. */
const lateFonts = [
  { width: 412, language: 'en', path: '/about' },
  { width: 412, language: 'ua', path: '/data-engineering' },
  { width: 390, language: 'ua', path: '/news' },
  { width: 390, language: 'en', path: '/gitl' },
  { width: 360, language: 'ua', path: '/case-studies' },
] as const;

/** Runs in the page: keeps each layout shift and the classes of what moved. */
function recordShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
      shifts.push(
        `${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => (node as Element | undefined)?.className).join(', ')}`,
      );
  }).observe({ type: 'layout-shift', buffered: true });
}

describe('a first visit from a phone', () => {
  it('needs one response for the first paint: its first 14 kB end after the heading, 18.5 kB are the text and all styles of home, 26 kB those of the longest page', async () => {
    for (const path of paths) {
      for (const language of languages) {
        const html = await (await fetch(`${site.origin}${path}?lang=${language}`)).text();
        const name = `${path} ${language}`;
        const start = weigh(html.slice(0, html.indexOf('</h1>')));
        assert.ok(start <= 14_000, `${name}: ${start} bytes to the end of the heading`);
        const withoutPictures = weigh(html.replaceAll(/"data:image[^"]*/g, '"'));
        const maxBytes = path === '/' ? 18_500 : 26_000;
        assert.ok(withoutPictures <= maxBytes, `${name}: ${withoutPictures} bytes without pictures`);
        const pictures = weigh(html) - withoutPictures;
        const maxPictures = path === '/gitl' ? 17_500 : 11_500;
        assert.ok(pictures <= maxPictures, `${name}: ${pictures} bytes of pictures`);
      }
    }
  });

  it('has each token that its printed styles use', async () => {
    for (const path of paths) {
      const html = await (await fetch(`${site.origin}${path}`)).text();
      const declared = new Set(Array.from(html.matchAll(/[{;](--[\w-]+):/g), ([, name]) => name));
      const used = Array.from(html.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name);
      assert.ok(used.length > 0 || path === '/news', `${path} has printed styles`);
      assert.deepEqual(
        [...new Set(used)].filter((name) => !declared.has(name)),
        [],
        path,
      );
    }
  });

  for (const language of languages) {
    it(`in ${language} contacts no other host, loads at most 90 kB of fonts and 300 kB before the film, and shifts nothing`, async (t) => {
      for (const path of weighed[language]) {
        const { page, context } = await visit(t, site, {
          viewport: { width: 412, height: 823 },
          deviceScaleFactor: 1.75,
          isMobile: true,
          hasTouch: true,
        });
        await context.addCookies([{ name: languageKey, value: language, url: site.origin }]);
        await page.addInitScript(recordShifts);
        const devtools = await context.newCDPSession(page);
        await devtools.send('Network.enable');
        const fetched = new Map<string, Fetched>();
        devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
          fetched.set(requestId, { url: response.url, type, bytes: 0 });
        });
        devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          const file = fetched.get(requestId);
          if (file) file.bytes = encodedDataLength;
        });
        await page.goto(path, { waitUntil: 'load' });
        await wake(page);
        const files = [...fetched.values()].filter(({ url }) => !url.startsWith('data:'));
        const weighFiles = (isIt: (file: Fetched) => boolean) =>
          files.filter(isIt).reduce((sum, { bytes }) => sum + bytes, 0);
        // The map's tiles come from elsewhere, and only when somebody scrolls to it.
        assert.deepEqual(
          files.map(({ url }) => url).filter((url) => new URL(url).origin !== site.origin),
          [],
          path,
        );
        const fonts = weighFiles(({ type }) => type === 'Font');
        assert.ok(fonts > 0 && fonts <= 90_000, `${path}: ${fonts} bytes of fonts`);
        const all = weighFiles(({ type }) => type !== 'Media');
        assert.ok(all <= 300_000, `${path}: ${all} bytes before the film`);
        // English pages need no Cyrillic.
        if (language === 'en') assert.ok(!files.some(({ url }) => /cyrillic/.test(url)), `${path} fetches Cyrillic`);
        const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as string[]);
        const moved = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
        assert.ok(moved <= mostMoved, `${path}: ${shifts.join('; ')}`);
        await context.close();
      }
    });
  }

  it('has the same lines on the first screen with the local and with the web fonts', async (t) => {
    for (const { width, language, path } of lateFonts) {
      const { page, context } = await visit(t, site, {
        viewport: { width, height: 823 },
        isMobile: true,
        hasTouch: true,
      });
      await context.addCookies([{ name: languageKey, value: language, url: site.origin }]);
      await page.addInitScript(recordShifts);
      const release = await hold(page, /\.woff2$/);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const wait = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loading').length);
      assert.ok(wait > 0, `${path}: the fonts came before the first paint`);
      release();
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
      const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as string[]);
      assert.deepEqual(shifts, [], `${path} in ${language} at ${width} px`);
      await context.close();
    }
  });
});
