import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

const height = 844;

/** A phone whose owner has set the letters twice as large. */
async function visitEnlarged(t: TestContext, width: number) {
  const visitor = await visit(t, site, { viewport: { width, height } });
  const session = await visitor.context.newCDPSession(visitor.page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  return visitor;
}

describe('on a phone whose letters are twice as large', () => {
  it('no field of a form is cut off by a window of 320 or 390 pixels', async (t) => {
    const { page } = await visitEnlarged(t, 320);
    for (const path of ['/contacts', '/gitl', '/checkout', '/news/what-this-site-weighs'])
      for (const language of ['en', 'ua']) {
        await page.goto(`${path}?lang=${language}`);
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height });
          const cut = await page
            .locator('form :is(label, input, select, textarea, button, legend)')
            // The plans stand in a row that is scrolled sideways.
            .and(page.locator(':not(.pricing *)'))
            .evaluateAll((all) =>
              all.filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.outerHTML),
            );
          assert.deepEqual(cut, [], `${path} in ${language} at ${width} px`);
        }
      }
  });

  it('the home page is not wider than the window', async (t) => {
    const { page } = await visitEnlarged(t, 360);
    for (const language of ['en', 'ua']) {
      await page.goto(`/?lang=${language}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, language);
    }
  });

  it('the logo keeps its size, and the name of an author is shown whole', async (t) => {
    const { page } = await visitEnlarged(t, 320);
    await page.goto('/news/wearable-safety-roi?lang=ua');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height });
      const logo = await page.locator('.top-bar__logo svg').boundingBox();
      assert.ok(logo && logo.width > 150, `the logo is ${logo?.width} px wide`);
      const cut = await page.locator('.page-head .news-meta').evaluate((meta) => {
        const cutOff = Number.parseFloat(getComputedStyle(meta).clipPath.split(' ').at(-1) ?? '');
        const visibleFrom = meta.getBoundingClientRect().left + cutOff;
        const texts = document.createTreeWalker(meta, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const lines: DOMRect[] = [];
        while (texts.nextNode()) {
          range.selectNodeContents(texts.currentNode);
          lines.push(...range.getClientRects());
        }
        return lines.filter(({ left }) => left < visibleFrom - 1).length;
      });
      assert.equal(cut, 0, 'lines that begin in the part that is cut off');
    }
  });

  it('no text of a product is cut off by its card', async (t) => {
    const { page } = await visitEnlarged(t, 320);
    for (const language of ['en', 'ua']) {
      await page.goto(`/apps?lang=${language}`);
      const cut = await page
        .locator('.apps__card')
        .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight).length);
      assert.equal(cut, 0, language);
    }
  });

  it('the message about a map that does not load is shown whole', async (t) => {
    const { open, page } = await visitEnlarged(t, 390);
    await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
    await open('/contacts');
    await page.locator('.map').scrollIntoViewIfNeeded();
    await page.getByText(contacts.map.error).waitFor();
    const edges = (selector: string) =>
      page.locator(selector).evaluate((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return { top, bottom };
      });
    const [map, message] = [await edges('.map'), await edges('.map__state')];
    assert.ok(message.top >= map.top && message.bottom <= map.bottom);
    const [retry, directions] = [await edges('.map__state button'), await edges('.map__directions a')];
    assert.ok(retry.bottom <= directions.top, 'nothing covers the button');
  });
});

it('no name of a product is cut off by its card if letters have the spaces of WCAG 1.4.12', async (t) => {
  const { page } = await visit(t, site, { viewport: { width: 1024, height: 600 }, bypassCSP: true });
  await page.goto('/apps?lang=ua');
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' });
  const cut = await page.locator('.apps__card :is(h2, p)').evaluateAll((all) =>
    all
      .filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const card = part.closest('.apps__card');
        return !card || range.getBoundingClientRect().right > card.getBoundingClientRect().right;
      })
      .map((part) => part.textContent),
  );
  assert.deepEqual(cut, []);
});
