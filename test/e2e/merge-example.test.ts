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

  it('shows what a double click has decided', async (t) => {
    const { open, page } = await visit(t, site);
    await open('/gitl');
    await page.locator('.merge-example').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: gitl.graph.accept }).dblclick();
    await page.locator('.merge-example').getByText(gitl.graph.verdicts.accepted).waitFor();
    await page.getByRole('button', { name: gitl.graph.next }).waitFor();
  });

  it('is decided by keys', async (t) => {
    const { open, page, troubles } = await visit(t, site);
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
    assert.ok((await height()) >= before, 'the page below stays where it is');
    assert.deepEqual(await page.locator('.merge-example li').allInnerTexts(), ['2 accepted', '0 edited', '1 rejected']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#pricing');
    assert.deepEqual(troubles, []);
  });
});
