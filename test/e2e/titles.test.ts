import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { routes } from '#client/routes.ts';
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

const paths = routes.map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));

/** The position of the horizon, as a share of the height of the picture: in the middle of drawings, lower in films. */
const horizons = { drawing: 0.496, film: 0.62 };

/** In CSS pixels: how far the horizon of the picture, and the baseline and the top of the title are above the line. */
const measure = (page: Page) =>
  page.evaluate((horizons) => {
    const hero = document.querySelector('.hero__line');
    const sky = document.querySelector('.page-head__horizon');
    const title = document.querySelector('h1');
    if (!(hero ?? sky) || !title) return null;
    const line = hero ? hero.getBoundingClientRect().top : (sky?.getBoundingClientRect().bottom ?? 0) - 2;
    const picture = document.querySelector('.page-head__art, .film img')?.getBoundingClientRect();
    const horizon = picture && picture.top + picture.height * (hero ? horizons.film : horizons.drawing);
    const last = [...title.querySelectorAll('i')].at(-1) ?? title;
    const mark = document.createElement('span');
    mark.style.cssText = 'display: inline-block; inline-size: 0; block-size: 0';
    last.append(mark);
    const baseline = mark.getBoundingClientRect().bottom;
    mark.remove();
    const letters = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = letters.nextNode(); node; node = letters.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        // A word with a hyphen may be broken at the hyphen.
        if (range.getClientRects().length > 1 && !word.includes('-')) broken.push(word);
      }
    return {
      horizon: horizon === undefined ? null : line - horizon,
      baseline: line - baseline,
      top: line - title.getBoundingClientRect().top,
      broken,
    };
  }, horizons);

describe('the title of a page', () => {
  for (const lang of ['en', 'ua'])
    it(`stands on the horizon of the picture, on phones below it, with whole words (${lang})`, async (t) => {
      const { page } = await visit(t, site, { javaScriptEnabled: false });
      let measured = 0;
      for (const path of paths) {
        await page.goto(`${path}?lang=${lang}`);
        for (const width of [320, 360, 768, 1366]) {
          await page.setViewportSize({ width, height: 740 });
          const found = await measure(page);
          if (!found) continue;
          measured += 1;
          const { horizon, baseline, top, broken } = found;
          const where = `${path} at ${width}: ${JSON.stringify(found)}`;
          if (horizon !== null)
            assert.ok(Math.abs(horizon) <= 3, `the line is not the horizon of the picture: ${where}`);
          // Beside a picture the title stands on the line; on phones it is below.
          if (horizon !== null && width < 768) assert.ok(top < 0, `the title crosses the line: ${where}`);
          else assert.ok(Math.abs(baseline) <= 3, `the title does not stand on the line: ${where}`);
          assert.deepEqual(broken, [], where);
        }
      }
      assert.ok(measured > 60, `${measured}`);
    });
});
