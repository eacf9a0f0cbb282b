import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteOfFile, visit } from '../support/browser.ts';

const site = siteOfFile();

describe('a page on paper', () => {
  for (const [path, javaScriptEnabled] of [
    ['/privacy', true],
    ['/gitl', true],
    ['/news/smart-protective-equipment', true],
    ['/contacts', false],
  ] as const) {
    const how = javaScriptEnabled ? '' : ', without JavaScript';
    it(`is black on white, without what only a screen can use (${path}${how})`, async (t) => {
      const { open } = await visit(t, site, { javaScriptEnabled });
      const page = await open(path);
      await page.waitForLoadState('networkidle');
      await page.emulateMedia({ media: 'print' });
      for (const hidden of ['.bar', '.footer nav']) assert.equal(await page.locator(hidden).first().isVisible(), false);
      const heading = page.getByRole('heading', { level: 1 });
      assert.ok(await heading.isVisible());
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body);
        return [backgroundColor, getComputedStyle(document.querySelector('h1') ?? document.body).color];
      });
      assert.deepEqual([paper, ink], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    });
  }
});

describe('forced colours', () => {
  it('give buttons, fields and plans their edges back', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    for (const [path, part] of [
      ['/', '.button'],
      ['/contacts', '.field__input'],
      ['/gitl', '.plan'],
    ] as const) {
      const page = await open(path);
      await page.waitForLoadState('networkidle');
      const border = await page
        .locator(part)
        .first()
        .evaluate((element) => getComputedStyle(element).borderTopStyle);
      assert.equal(border, 'solid', `${part} on ${path}`);
    }
  });
});

describe('the letters of headlines', () => {
  it('come in two files a language; rare ones are fetched where they stand', async (t) => {
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
