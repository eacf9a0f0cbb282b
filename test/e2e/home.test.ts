import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import products from '../../locales/en/products.json' with { type: 'json' };
import { sharedSite, visit, withMotion } from '../support/browser.ts';

const site = sharedSite();

describe('a gauge', () => {
  for (const language of ['en', 'ua'] as const)
    it(`keeps its height and the place of its unit while it counts (${language})`, async (t) => {
      const { page } = await visit(t, site);
      await page.goto(`/?lang=${language}`);
      for (const width of [360, 1138, 1207, 1280, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        const places = await page
          .locator('.gauge')
          .first()
          .evaluate(
            (gauge, point) => {
              const digits = gauge.querySelector('.gauge__digits')?.firstChild;
              const onTheWay = Array.from({ length: 104 }, (_, hundredths) => (hundredths / 100).toFixed(2));
              return [...onTheWay, '1.04'].map((number) => {
                if (digits) digits.nodeValue = number.replace('.', point);
                return `${gauge.clientHeight}, ${gauge.querySelector('small')?.getBoundingClientRect().left}`;
              });
            },
            language === 'en' ? '.' : ',',
          );
        assert.deepEqual([...new Set(places)], places.slice(-1), `${width} px`);
      }
    });
});

describe('the product carousel', () => {
  /** This is longer than the interval of the carousel. */
  const intervalMs = 4500;

  it('advances while it is visible, pauses under the pointer, and is controlled by its buttons', async (t) => {
    const { page, open } = await visit(t, site, withMotion);
    await page.clock.install();
    await open('/');
    const reel = page.locator('.product-carousel');
    const current = () => reel.locator('[data-off="0"] h3').textContent();
    assert.equal(await current(), products.items.gitl.title);
    await reel.scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
    await page.waitForFunction(
      (title) => document.querySelector('.product-carousel [data-off="0"] h3')?.textContent !== title,
      products.items.gitl.title,
      { timeout: 7000 },
    );
    await reel.getByRole('button', { name: products.show.replace('{title}', products.items.dashboard.title) }).click();
    assert.equal(await current(), products.items.dashboard.title);
    await page.clock.runFor(intervalMs);
    assert.equal(await current(), products.items.dashboard.title, 'it rests under the pointer');
    await reel.getByRole('button', { name: products.next }).click();
    assert.equal(await current(), products.items.cryptoBot.title);
  });

  it('waits the whole interval after a choice by hand', async (t) => {
    const phone = { ...withMotion, hasTouch: true, viewport: { width: 360, height: 780 } };
    const { page, open } = await visit(t, site, phone);
    await page.clock.install();
    await open('/');
    const reel = page.locator('.product-carousel');
    await reel.scrollIntoViewIfNeeded();
    await page.clock.runFor(3000);
    await reel.getByRole('button', { name: products.show.replace('{title}', products.items.dashboard.title) }).tap();
    // If the choice did not restart the interval, the carousel would advance 1000 ms after the choice. The clock of the page
    // also runs in real time.
    await page.clock.runFor(1500);
    assert.equal(await reel.locator('[data-off="0"] h3').textContent(), products.items.dashboard.title);
  });

  it('does not advance under reduced motion', async (t) => {
    const { page, open } = await visit(t, site);
    await page.clock.install();
    await open('/');
    await page.locator('.product-carousel').scrollIntoViewIfNeeded();
    await page.clock.runFor(2 * intervalMs);
    assert.equal(await page.locator('.product-carousel [data-off="0"] h3').textContent(), products.items.gitl.title);
    assert.equal(await page.locator('video').count(), 0);
  });
});

describe('the film', () => {
  for (const [path, viewport] of [
    ['/', { width: 1366, height: 800 }],
    ['/', { width: 360, height: 780 }],
    ['/gitl', { width: 1366, height: 800 }],
    ['/gitl', { width: 844, height: 390 }],
  ] as const) {
    it(`replaces its poster and plays until it is paused (${path} at ${viewport.width} px)`, async (t) => {
      const { open } = await visit(t, site, { ...withMotion, viewport });
      const page = await open(path);
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
      const film = page.locator('.film video');
      const poster = page.locator('.film img');
      const box = await poster.boundingBox();
      assert.ok(box);
      assert.deepEqual(await film.boundingBox(), { ...box, height: box.height - 1 });
      const order = await page.evaluate(() => {
        const { left, top } = document.querySelector('.film')?.getBoundingClientRect() ?? { left: 0, top: 0 };
        return document.elementsFromPoint(left + 40, top + 120).map(({ tagName }) => tagName);
      });
      assert.ok(order.includes('VIDEO') && order.indexOf('VIDEO') < order.indexOf('IMG'), order.join(' '));
      await page.getByRole('button', { name: en.pauseFilm }).click();
      await page.getByRole('button', { name: en.pauseFilm, pressed: true }).waitFor();
      assert.equal(await film.evaluate((element: HTMLVideoElement) => element.paused), true);
    });
  }
});

describe('the first screen', () => {
  const sizes = [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1366, height: 768 },
  ];

  for (const language of ['en', 'ua'] as const)
    it(`has both buttons and a title in two lines in windows of all sizes, in ${language}`, async (t) => {
      const { page } = await visit(t, site);
      for (const path of ['/', '/gitl']) {
        await page.goto(`${path}?lang=${language}`);
        for (const size of sizes) {
          await page.setViewportSize(size);
          await page.evaluate(() => document.fonts.ready);
          const where = `${path} at ${size.width} × ${size.height}`;
          const button = await page.locator('.hero__act .button').last().boundingBox();
          assert.ok(button && button.y + button.height <= size.height, `${where}: a button ends at ${button?.y}`);
          const rows = await page.locator('.hero__title > span').evaluateAll((lines) =>
            lines.map((line) => {
              const range = document.createRange();
              range.selectNodeContents(line);
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
            }),
          );
          assert.deepEqual(rows, [1, 1], `${where}: lines of the title`);
        }
      }
    });
});
