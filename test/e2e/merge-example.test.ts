import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import gitl from '../../locales/en/gitl.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('the example of a merge', () => {
  it('can be read without JavaScript', async (t) => {
    const { page } = await visit(t, site, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto('/gitl');
    const example = page.locator('.merge-example');
    await example.getByText(gitl.graph.reasons.fee).waitFor();
    assert.equal(await example.getByRole('button').count(), 0);
    const hidden = await example
      .locator('pre')
      .evaluateAll((all) => all.map((pre) => pre.scrollWidth - pre.clientWidth));
    assert.deepEqual(hidden, [0, 0, 0]);
  });

  it('has the live region of its decisions before there is one, because only a later change is announced', async (t) => {
    const { open, page } = await visit(t, site);
    await open('/gitl');
    await page.locator('.merge-example').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: gitl.graph.accept }).waitFor();
    const region = page.locator('.merge-example').getByRole('status');
    assert.equal(await region.count(), 1);
    assert.equal(await region.textContent(), '');
  });

  for (const [where, viewport, top, isShown] of [
    ['on a phone, where it is scrolled into view', { width: 360, height: 740 }, 96, false],
    ['in a wide window, whose buttons stay where they are', { width: 1280, height: 720 }, -200, true],
  ] as const) {
    it(`shows the proposal that was accepted ${where}`, async (t) => {
      const { open, page } = await visit(t, site, { viewport });
      await open('/gitl');
      const accept = page.getByRole('button', { name: gitl.graph.accept });
      await accept.waitFor();
      await page.locator('.merge-example').evaluate((example, distance) => {
        scrollBy({ top: example.getBoundingClientRect().top - distance, behavior: 'instant' });
      }, top);
      const scrolled = () => page.evaluate(() => scrollY);
      const before = await scrolled();
      // A click by the mouse, because Playwright's own click may scroll.
      const box = await accept.boundingBox();
      assert.ok(box);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.locator('.merge-example').getByText(gitl.graph.verdicts.accepted).waitFor();
      if (!isShown) await page.waitForFunction((from) => scrollY > from, before);
      const bottom = await page
        .locator('.merge-example__result')
        .evaluate((part) => part.getBoundingClientRect().bottom);
      const buttons = await page.locator('.merge-example__act').boundingBox();
      assert.ok(buttons && bottom <= buttons.y, `${bottom} ${buttons?.y}`);
      if (isShown) assert.equal(await scrolled(), before);
    });
  }

  it('is decided by keys', async (t) => {
    const { open, page } = await visit(t, site);
    await open('/gitl');
    await page.locator('.merge-example').scrollIntoViewIfNeeded();
    const accept = page.getByRole('button', { name: gitl.graph.accept });
    await accept.focus();
    await page.keyboard.press('e');
    const editor = page.getByRole('textbox', { name: gitl.graph.editor });
    assert.match(await editor.inputValue(), /^export /);
    await page.keyboard.press('Escape');
    await accept.focus();
    const height = () => page.locator('.merge-example').evaluate((example) => (example as HTMLElement).offsetHeight);
    const before = await height();
    for (const key of ['a', 'n', 'a', 'n', 'r', 'n']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: gitl.graph.end.title }).waitFor();
    const ring = await page.locator('.merge-example__end:focus-visible').evaluate((end) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(end);
      return parseFloat(outlineWidth) + parseFloat(outlineOffset);
    });
    assert.equal(ring, 0, 'the figure does not clip the focus ring');
    assert.ok((await height()) >= before, 'the page below stays where it is');
    assert.deepEqual(await page.locator('.merge-example li').allInnerTexts(), ['2 accepted', '0 edited', '1 rejected']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#pricing');
  });
});
