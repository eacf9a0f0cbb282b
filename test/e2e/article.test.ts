import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentLimits } from '#shared/comment-limits.ts';
import en from '../../locales/en/news.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

const article = '/news/smart-protective-equipment';

describe('an article', () => {
  it('leads back to the card in the list that the visitor came from, with its filter', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    const page = await open('/news?category=Technology');
    const card = page.locator('.news-grid a').last();
    await card.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    assert.ok(top > 0);
    await card.click();
    await page.waitForURL('**/news/*');
    await page.getByRole('link', { name: en.back, exact: true }).click();
    await page.waitForURL('**/news?category=Technology');
    await page.waitForFunction((saved) => Math.abs(scrollY - saved) < 2, top);
  });

  it('opens its links without a document, and its text has no click handler, which screen readers would announce', async (t) => {
    const { open, page } = await visit(t, site);
    await open(article);
    const text = page.locator('.news-article__text');
    assert.equal(await text.evaluate((element) => (element as HTMLElement).onclick), null);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await text.locator('a[href^="/"]').first().click();
    await page.waitForURL((url) => url.pathname !== article);
    assert.ok(await page.evaluate(() => 'isSameDocument' in window));
  });

  it('fits the longest name in any window', async (t) => {
    const name = 'W'.repeat(commentLimits.author);
    const { open } = await visit(t, site);
    const page = await open(article);
    await page.getByLabel(en.comments.author).fill(name);
    await page.getByLabel(en.comments.content, { exact: true }).fill('V'.repeat(300));
    await page.getByRole('button', { name: en.comments.submit }).click();
    await page.locator('.comments__entry').getByText(name).waitFor();
    for (const width of [320, 640, 700, 767, 1000, 1100, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      const reach = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('#main *')].map((element) => element.getBoundingClientRect().right)),
      );
      assert.ok(reach <= width + 1, `${reach} in a window of ${width}`);
    }
  });

  it('has a table of contents beside its text, which shows what is read', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/news/moving-a-live-database');
    const contents = page.getByRole('navigation', { name: en.contents });
    await contents.getByRole('link', { name: 'Compare before you believe' }).click();
    const heading = page.getByRole('heading', { name: 'Compare before you believe' });
    await page.waitForFunction(() => scrollY > 0);
    const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(top >= 72 && top < 200, `the heading is below the bar: ${top}`);
    assert.ok(await contents.isVisible());
    await contents.locator('a:target-current', { hasText: 'Compare before you believe' }).waitFor();
    await page.setViewportSize({ width: 768, height: 1024 });
    assert.ok(!(await contents.isVisible()), 'there is no room beside the text');
  });

  it('scrolls a wide table in its own box, and breaks none of its words', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 800 } });
    const page = await open('/news/what-this-site-weighs?lang=ua');
    const box = page.locator('.prose__table');
    assert.ok(await box.evaluate((element) => element.scrollWidth <= element.clientWidth), 'this one fits');
    const addColumns = (row: Element) => row.append(...[...row.children].map((cell) => cell.cloneNode(true)));
    for (const row of await box.locator('tr').all()) await row.evaluate(addColumns);
    assert.ok(await box.evaluate((element) => element.scrollWidth > element.clientWidth));
    const lines = await box
      .locator('th', { hasText: 'Англ.' })
      .last()
      .evaluate((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return range.getClientRects().length;
      });
    assert.equal(lines, 1);
    const reach = await page
      .locator('.news-article p')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    assert.ok(reach <= 340, `text reaches ${reach}`);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('.prose__table')?.scrollLeft ?? 0) > 0);
  });

  it('scrolls long lines of code in their own box', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 320, height: 800 } });
    const page = await open('/news/reading-a-merge-conflict');
    const code = page.getByRole('group', { name: en.code });
    assert.ok(await code.evaluate((element) => element.scrollWidth > element.clientWidth));
    await code.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('.prose pre')?.scrollLeft ?? 0) > 0);
  });

  it('shows a list inside a list of the other kind as it shows it alone', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    const looks = await page.locator('.news-article__text').evaluate((text) =>
      [['ul'], ['ol', 'ul'], ['ol'], ['ul', 'ol']].map((kinds) => {
        let item: Element = text;
        for (const kind of kinds)
          item = item.appendChild(document.createElement(kind)).appendChild(document.createElement('li'));
        return `${getComputedStyle(item).paddingInlineStart} ${getComputedStyle(item, '::before').content}`;
      }),
    );
    assert.equal(looks[1], looks[0], 'with dots, inside a numbered list');
    assert.equal(looks[3], looks[2], 'numbered, inside a list with dots');
    assert.notEqual(looks[0], looks[2]);
  });

  it('separates the paragraphs of a quotation and of an item', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    const spaces = await page.locator('.news-article__text').evaluate((text) =>
      ['blockquote', 'li'].map((kind) => {
        const box = text.appendChild(document.createElement('div')).appendChild(document.createElement(kind));
        box.append(document.createElement('p'), document.createElement('p'));
        return [...box.children].map((paragraph) => parseFloat(getComputedStyle(paragraph).marginBlockStart) > 0);
      }),
    );
    assert.deepEqual(spaces, [
      [false, true],
      [false, true],
    ]);
  });

  it('has no heading of further articles without any', async (t) => {
    const { open } = await visit(t, site);
    const page = await open(article);
    await page.locator('.news-grid h3 a').first().waitFor();
    const heading = page.getByRole('heading', { name: en.related, exact: true });
    assert.ok(await heading.isVisible());
    await page.locator('.news-grid').evaluate((grid) => grid.replaceChildren());
    assert.ok(!(await heading.isVisible()));
  });

  it('has a light date on the dark sky of the night', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/news/what-round-the-clock-costs');
    const colour = await page.locator('.page-head .news-meta').evaluate((meta) => getComputedStyle(meta).color);
    const channels = (colour.match(/\d+/g) ?? []).map(Number);
    assert.ok(channels.length >= 3 && channels.slice(0, 3).every((channel) => channel > 180), colour);
  });
});
