import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { routes } from '#client/routes.ts';
import { findViolations } from '../support/axe.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { findTitleFaults, measureTitle } from '../support/measure-title.ts';

const site = sharedSite();

const paths = routes.map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));
const widths = [360, 320, 768, 1366];
const height = 740;
/** Its rules look at structure and colours: the same in both languages, and different between the two layouts. */
const axeWidths: Record<string, number> = { en: 1366, ua: 320 };

/** Measures a page: its layout, headings, accessible names and sizes. */
async function examine(page: Page) {
  return page.evaluate(() => {
    // No named functions in here: the browser does not know the helper that tsx gives them.
    const wide = document.documentElement.scrollWidth - innerWidth;
    const shown = document.body.innerText;
    const headings = [...document.querySelectorAll('main :is(h1,h2,h3,h4,h5,h6)')].map(({ tagName }) =>
      Number(tagName[1]),
    );
    return {
      h1: document.querySelectorAll('h1').length,
      landmarks: [
        document.querySelectorAll('body > #root > header').length,
        document.querySelectorAll('main').length,
        document.querySelectorAll('body > #root > footer').length,
      ],
      jump: headings.find((level, position) => level > (headings[position - 1] ?? 1) + 1) ?? null,
      withoutAlt: document.querySelectorAll('img:not([alt])').length,
      sameIds: [...document.querySelectorAll('[id]')]
        .map(({ id }) => id)
        .filter((id, position, all) => all.indexOf(id) !== position),
      overflow: wide,
      /** Tabs wrap instead of scrolling sideways. */
      cutTabs: [...document.querySelectorAll('.tab-list')].filter(
        (list) =>
          list.scrollWidth !== list.clientWidth ||
          [...list.querySelectorAll('.tab-list__tab')].some(
            (tab) => tab.getBoundingClientRect().right > innerWidth - 10,
          ),
      ).length,
      /** A key instead of a text looks like this. */
      keys: (shown.match(/\b[a-z]+[A-Za-z]*\.[a-z]+[A-Za-z]*\.[a-zA-Z]+\b/g) ?? []).filter(
        (word) => !/obrii|\.gov\./.test(word),
      ),
      placeholders: shown.match(/\{\w+\}/g) ?? [],
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    };
  });
}

const links = new Set<string>();

/** Everything that is wrong with a page at the width that it has now. */
async function findFaults(page: Page, width: number, language: string): Promise<string[]> {
  await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  const seen = await examine(page);
  for (const link of seen.links) links.add(link);
  const expected: [string, unknown, unknown][] = [
    ['one h1', seen.h1, 1],
    ['header, main, footer', seen.landmarks.join(), '1,1,1'],
    ['no heading skipped', seen.jump, null],
    ['no picture without alt', seen.withoutAlt, 0],
    ['ids are unique', seen.sameIds.join(), ''],
    ['nothing overflows', Math.max(0, seen.overflow), 0],
    ['no tab is cut off', seen.cutTabs, 0],
    ['no key is shown', seen.keys.join(), ''],
    ['no placeholder is shown', seen.placeholders.join(), ''],
  ];
  const faults = expected.filter(([, is, should]) => is !== should).map(([what, is]) => `${what}: ${String(is)}`);
  return axeWidths[language] === width ? [...faults, ...(await findViolations(page))] : faults;
}

for (const language of ['en', 'ua']) {
  describe(`every page in ${language}`, () => {
    let measuredTitles = 0;
    const titleFaults: string[] = [];

    it(`is complete, accessible and free of console messages at ${widths.join(', ')} px`, async (t) => {
      const { open } = await visit(t, site, {
        viewport: { width: widths[0] ?? 360, height },
        reducedMotion: 'reduce',
      });
      const faults: string[] = [];
      for (const path of paths) {
        const page = await open(`${path}?lang=${language}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height });
          const where = (fault: string) => `${path} ${language} ${width}: ${fault}`;
          const title = await measureTitle(page);
          if (title) {
            measuredTitles += 1;
            titleFaults.push(...findTitleFaults(title, width).map(where));
          }
          faults.push(...(await findFaults(page, width, language)).map(where));
        }
      }
      assert.deepEqual(faults, []);
    });

    // Measured on the way by the test before: opening all pages takes longer than all else here.
    it('has its title on the horizon of the picture, on phones above the picture, with whole words', () => {
      assert.deepEqual(titleFaults, []);
      assert.ok(measuredTitles > 60, `${measuredTitles}`);
    });
  });
}

describe('links', () => {
  it('inside the site lead to pages that exist, and so do their anchors', async () => {
    const faults: string[] = [];
    const own = [...links].filter((link) => link.startsWith(site.origin)).map((link) => new URL(link));
    assert.ok(own.length > 50, `${own.length} links were found`);
    const pages = new Map<string, string>();
    for (const url of own) {
      const address = url.pathname + url.search;
      if (!pages.has(address)) {
        const answer = await fetch(site.origin + address, { redirect: 'manual' });
        if (answer.status !== 200) faults.push(`${address} answers ${answer.status}`);
        pages.set(address, await answer.text());
      }
      const id = decodeURIComponent(url.hash.slice(1));
      if (id && !pages.get(address)?.includes(`id="${id}"`)) faults.push(`${address} has no #${id}`);
    }
    assert.deepEqual([...new Set(faults)], []);
  });
});
