import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CDPSession } from 'playwright';
import { followLink, hold, sharedSite, visit, wake, withMotion } from '../support/browser.ts';

const site = sharedSite();

/** An event of a trace of the browser; `ts` is its time. */
interface TraceEvent {
  name?: string;
  ts?: number;
  args?: { beginData?: { dirtyObjects: number; totalObjects: number } };
}

/** The pages have some hundred objects; pictures are documents of their own, with fewer. */
const pageObjects = 200;

/**
 * Returns the share of the page whose layout is calculated, for each layout while `act` runs: those before it calls
 * `console.timeStamp()`, and those after that.
 */
async function traceLayouts(session: CDPSession, act: () => Promise<unknown>): Promise<[number[], number[]]> {
  const layouts: { share: number; ts: number }[] = [];
  let stamp = Infinity;
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, ts = 0, args } of value as TraceEvent[]) {
      const { dirtyObjects = 0, totalObjects = 0 } = args?.beginData ?? {};
      if (name === 'TimeStamp') stamp = ts;
      if (name === 'Layout' && totalObjects >= pageObjects) layouts.push({ share: dirtyObjects / totalObjects, ts });
    }
  });
  await session.send('Tracing.start', { categories: 'devtools.timeline' });
  await act();
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  const sharesOf = (isAfter: boolean) => layouts.filter(({ ts }) => ts > stamp === isAfter).map(({ share }) => share);
  return [sharesOf(false), sharesOf(true)];
}

describe('the start of a page', () => {
  it('shows the first screen while the entry loads, and leaves no script among the content', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, /\/assets\/entry-.*\.js$/);
    for (const path of ['/', '/team', '/case-studies', '/checkout']) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/') assert.equal(await page.locator('.footer').count(), 0);
      letGo();
      await page.locator('.footer').waitFor();
      assert.equal(await page.locator('#root script').count(), 0, path);
    }
    await wake(page);
  });

  it('loads the code of a page without any activity when the visitor came from another page of the site', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/about');
    await followLink(page, '/team');
    await page.waitForURL('**/team');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await followLink(page, '/careers');
    await page.waitForURL('**/careers');
    assert.equal(await page.locator('body[data-same]').count(), 1, 'the third page is opened in the document');
  });

  it('paints the picture of the head with the text, and never requests it', async (t) => {
    for (const path of ['/careers', '/', '/gitl']) {
      const { page } = await visit(t, site, { viewport: { width: 412, height: 823 } });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(path);
      const picture = page.locator('[data-address]').first();
      const address = (await picture.getAttribute('data-address')) ?? '';
      const first = page.locator('img.page-head__art, .film img');
      const shown = await first.evaluate((image: HTMLImageElement) => [image.currentSrc.slice(0, 11), image.complete]);
      assert.deepEqual(shown, ['data:image/', true], path);
      await wake(page);
      // A page that was left and is shown again has the picture already.
      await followLink(page, '/privacy');
      await page.waitForURL('**/privacy');
      await page.goBack();
      assert.match((await picture.getAttribute(path === '/careers' ? 'src' : 'srcset')) ?? '', /^data:/);
      assert.ok(!requests.some((url) => url.endsWith(address)), path);
    }
  });

  it('shows the whole page when the entry cannot be loaded', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /\/assets\/entry-\w+\.js/ });
    await page.route(/\/assets\/entry-.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await page.locator('.footer').waitFor();
  });

  for (const path of ['/process', '/about', '/gitl'])
    it(`does not make the browser calculate the layout of the whole page again (${path})`, async (t) => {
      const { page, context } = await visit(t, site);
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      const session = await context.newCDPSession(page);
      const [shares, forced] = await traceLayouts(session, async () => {
        await wake(page);
        await page.waitForTimeout(200);
        // The trace must show this layout of the whole page, or it would show no other one either.
        await page.evaluate(() => {
          console.timeStamp();
          document.documentElement.style.fontSize = '19px';
          return document.body.offsetHeight;
        });
      });
      assert.ok(Math.max(...forced) > 0.3, `after the time stamp: ${forced}`);
      assert.ok(
        shares.every((share) => share < 0.3),
        String(shares),
      );
    });

  it('needs no formatter of Intl, whose data take long to load, where no date is shown', async (t) => {
    const { page, context } = await visit(t, site);
    await context.addInitScript(() => {
      const made: string[] = [];
      for (const name of ['DateTimeFormat', 'NumberFormat'] as const)
        Object.defineProperty(Intl, name, {
          value: new Proxy(Intl[name], {
            construct(target, values) {
              made.push(name);
              return Reflect.construct(target, values) as object;
            },
          }),
        });
      Object.assign(globalThis, { made });
    });
    for (const path of ['/', '/gitl', '/contacts', '/team']) {
      await page.goto(path);
      await wake(page);
      assert.deepEqual(await page.evaluate('made'), [], path);
    }
  });
});

describe('the largest paint of a page with a film', () => {
  for (const [locale, width] of [
    ['en', 360],
    ['uk', 412],
  ] as const)
    it(`is not the first frame of the film (${locale}, ${width} px)`, async (t) => {
      const viewport = { width, height: width === 360 ? 740 : 823 };
      const phone = { ...withMotion, locale, viewport, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
      const { page } = await visit(t, site, phone);
      for (const path of ['/', '/gitl']) {
        await page.goto(path);
        await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
        const largest = await page.evaluate(
          () =>
            new Promise<string[]>((resolve) => {
              new PerformanceObserver((entries) => {
                resolve(entries.getEntries().map((entry) => String((entry as { element?: Element }).element?.tagName)));
              }).observe({ type: 'largest-contentful-paint', buffered: true });
            }),
        );
        assert.ok(largest.length > 0 && !largest.includes('VIDEO'), `${path}: ${String(largest)}`);
      }
    });
});
