import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { routes } from '#client/routes.ts';
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

const paths = routes.map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));

/** Where the title of a page stands: how far its baseline is above the line, and which of its words are broken. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const line = document.querySelector('.hero__line') ?? document.querySelector('.head__sky');
    const title = document.querySelector('h1');
    if (!line || !title) return null;
    const { top, bottom } = line.getBoundingClientRect();
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
        // What has a hyphen may be broken there.
        if (range.getClientRects().length > 1 && !word.includes('-')) broken.push(word);
      }
    return { above: (line.matches('.hero__line') ? top : bottom - 2) - baseline, broken };
  });

describe('the title of a page', () => {
  for (const lang of ['en', 'ua'])
    it(`fits at every width without breaking words (${lang})`, async (t) => {
      const { page } = await visit(t, site, { javaScriptEnabled: false });
      let measured = 0;
      for (const path of paths) {
        await page.goto(`${path}?lang=${lang}`);
        for (const width of [320, 360, 768, 1366]) {
          await page.setViewportSize({ width, height: 740 });
          const found = await measure(page);
          if (!found) continue;
          measured += 1;
          assert.ok(Math.abs(found.above) <= 3, `${path} at ${width}: ${found.above} px above the line`);
          assert.deepEqual(found.broken, [], `${path} at ${width}`);
        }
      }
      assert.ok(measured > 60, `${measured}`);
    });
});
