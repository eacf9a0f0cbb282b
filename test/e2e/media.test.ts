import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { sharedSite, visit, withMotion } from '../support/browser.ts';
import navbar from '../../locales/en/navbar.json' with { type: 'json' };

const site = sharedSite();

describe('a page on paper', () => {
  for (const [path, javaScriptEnabled] of [
    ['/privacy', true],
    ['/gitl', true],
    ['/news/smart-protective-equipment', true],
    ['/contacts', false],
  ] as const) {
    const how = javaScriptEnabled ? '' : ', without JavaScript';
    it(`is black on white, without parts that only work on a screen (${path}${how})`, async (t) => {
      const { open } = await visit(t, site, { javaScriptEnabled });
      const page = await open(path);
      await page.waitForLoadState('networkidle');
      await page.emulateMedia({ media: 'print' });
      for (const hidden of ['.top-bar', '.footer nav'])
        assert.equal(await page.locator(hidden).first().isVisible(), false);
      const heading = page.getByRole('heading', { level: 1 });
      assert.ok(await heading.isVisible());
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body);
        return [backgroundColor, getComputedStyle(document.querySelector('h1') ?? document.body).color];
      });
      assert.deepEqual([paper, ink], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    });
  }

  it('has white fields and messages with black letters where the screen has a black section', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false, expectedTroubles: /status of 422/ });
    await page.goto('/gitl');
    await page.locator('#activate [type="submit"]').click();
    await page.locator('.alert').waitFor();
    await page.emulateMedia({ media: 'print' });
    const colours = await page
      .locator('#activate :is(.field__input, .alert)')
      .evaluateAll((all) =>
        all.map((part) => `${getComputedStyle(part).color} on ${getComputedStyle(part).backgroundColor}`),
      );
    assert.deepEqual([...new Set(colours)], ['rgb(0, 0, 0) on rgb(255, 255, 255)']);
  });

  it('has one size of letters in its footer', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false });
    await page.emulateMedia({ media: 'print' });
    await page.goto('/about');
    const sizes = await page
      .locator('.footer :is(h2, p, li)')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => `${one.tagName} ${getComputedStyle(one).fontSize}`),
      );
    assert.deepEqual([...new Set(sizes)].sort(), ['H2 12px', 'LI 12px', 'P 12px']);
  });

  it('does not divide plans, cards of news, and the introductions of sections', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false });
    await page.emulateMedia({ media: 'print' });
    for (const [path, part] of [
      ['/gitl', '.pricing__plan'],
      ['/gitl', '.split > :has(.split__intro)'],
      ['/news', '.news-card'],
    ] as const) {
      await page.goto(path);
      const breaks = await page.locator(part).evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
      assert.deepEqual([...new Set(breaks)], ['avoid'], `${part} on ${path}`);
    }
  });
});

describe('a visitor who asks for more contrast', () => {
  /** The contrast of soft text on white and of the lines of a field, as WCAG computes it. */
  const contrasts = (page: Page) =>
    page.evaluate(() => {
      const values = ['--text-soft', '--edge', '--rule'].map((name) => {
        const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
          const channel = parseInt(colour.slice(start, start + 2), 16) / 255;
          return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
        });
        return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
      });
      return { soft: values[0] ?? 0, edge: values[1] ?? 0, rule: values[2] ?? 0 };
    });

  it('gets darker soft text and lines that can be seen', async (t) => {
    const usual = await contrasts(await (await visit(t, site)).open('/about'));
    const more = await contrasts(await (await visit(t, site, { contrast: 'more' })).open('/about'));
    assert.ok(usual.soft < 9 && more.soft >= 12, `soft text: ${usual.soft} to ${more.soft}`);
    assert.ok(more.edge >= 7 && more.rule >= 4.5, `edges ${more.edge}, rules ${more.rule}`);
  });
});

describe('automatic movement beside a text', () => {
  it('ends within five seconds (/case-studies)', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/case-studies');
    const ends = await page
      .locator('.case-studies__drawing img')
      .evaluateAll((pictures) =>
        pictures.flatMap((picture) =>
          picture.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
        ),
      );
    assert.equal(ends.length, 1, 'the picture is drawn');
    for (const end of ends) assert.ok(end < 5000, `${end} ms`);
  });
});

describe('a film', () => {
  for (const [name, width, deviceScaleFactor, expected] of [
    ['an ordinary screen', 1280, 1, 1280],
    ['a wide screen', 1920, 1, 1920],
    ['a screen of double density', 1280, 2, 1920],
    ['a phone of high density', 412, 3, 1280],
  ] as const) {
    it(`has as many pixels as ${name} needs, and its poster too`, async (t) => {
      const { open } = await visit(t, site, { ...withMotion, viewport: { width, height: 800 }, deviceScaleFactor });
      const page = await open('/');
      const video = page.locator('.film video');
      await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('.film video')?.videoWidth ?? 0) > 0);
      assert.equal(await video.evaluate((element: HTMLVideoElement) => element.videoWidth), expected);
      const poster = await page.locator('.film img').evaluate((image: HTMLImageElement) => image.currentSrc);
      assert.equal(poster.includes('wide'), expected === 1920, poster);
    });
  }
});

describe('a film on a slow line, and where the browser saves data,', () => {
  for (const connection of [{ effectiveType: '3g' }, { effectiveType: '4g', saveData: true }])
    it(`is fetched only when the visitor starts it (${JSON.stringify(connection)})`, async (t) => {
      const { context, open, page } = await visit(t, site, withMotion);
      await context.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
      const films: string[] = [];
      page.on('request', (request) => {
        if (/\.(webm|mp4)$/.test(request.url())) films.push(request.url());
      });
      await open('/');
      const start = page.getByRole('button', { name: navbar.pauseFilm, pressed: true });
      await start.waitFor();
      await page.waitForLoadState('networkidle');
      assert.deepEqual(films, []);
      await Promise.all([page.waitForRequest(/\.(webm|mp4)$/), start.click()]);
      await page.getByRole('button', { name: navbar.pauseFilm, pressed: false }).waitFor();
    });
});

describe('the pause button of a film', () => {
  it('is pressed where no film arrives', async (t) => {
    const { open, page } = await visit(t, site, { ...withMotion, expectedTroubles: /\.(webm|mp4)\b/ });
    await page.route(/\.(webm|mp4)$/, (route) => route.abort());
    await open('/gitl');
    await page.getByRole('button', { name: navbar.pauseFilm, pressed: true }).waitFor();
  });
});

describe('the letters of headlines', () => {
  it('are in two files a language; rare ones are fetched where they are needed', async (t) => {
    const { open, page } = await visit(t, site, { locale: 'uk-UA' });
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(/obrii-[a-z-]+(?=-)/.exec(request.url())?.[0] ?? request.url());
    });
    await open('/?lang=ua');
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      fonts.sort(),
      ['text-cyrillic', 'text-latin', 'wide-cyrillic', 'wide-latin'].map((name) => `obrii-${name}`),
    );
    const faces = await page.evaluate(async () => {
      const loaded = await document.fonts.load('500 20px "Obrii Wide"', '#€Ы');
      return loaded.map(({ status }) => status);
    });
    assert.deepEqual([...new Set(faces)], ['loaded']);
    assert.deepEqual(fonts.slice(4).sort(), ['obrii-wide-russian', 'obrii-wide-symbols']);
  });
});
