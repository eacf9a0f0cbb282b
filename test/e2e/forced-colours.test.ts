import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('forced colours', () => {
  it('keep the edges of buttons, fields and plans visible', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    for (const [path, part] of [
      ['/', '.button'],
      ['/contacts', '.field__input'],
      ['/gitl', '.pricing__plan'],
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

  it('show which page of the menus is the current one', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    const page = await open('/team');
    await page.waitForLoadState('networkidle');
    for (const part of ['.top-bar__drop [aria-current]', '.mobile-menu [aria-current]']) {
      const lines = await page
        .locator(part)
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
      assert.deepEqual(lines, ['underline'], part);
    }
  });

  it('show which field is wrong', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    const page = await open('/contacts');
    await page.waitForLoadState('networkidle');
    for (const part of ['.field__input', '.check input']) {
      const edge = await page
        .locator(part)
        .first()
        .evaluate((field) => {
          field.ariaInvalid = 'true';
          return getComputedStyle(field).borderInlineStartWidth;
        });
      assert.ok(parseFloat(edge) >= 2, `${part}: ${edge}`);
    }
  });

  it('show which plan has the focus, also when it is the chosen one', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    const page = await open('/gitl?plan=yearly');
    await page.waitForLoadState('networkidle');
    const outline = () =>
      page.locator('.pricing__plan:has(:checked)').evaluate((plan) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(plan);
        return `${outlineWidth} ${outlineOffset}`;
      });
    const chosen = await outline();
    await page.locator('.pricing input:checked').press('ArrowLeft');
    assert.notEqual(await outline(), chosen);
  });

  it('give icons with a colour of their own the colour of the text', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    const page = await open('/gitl');
    const [tick, text] = await page.evaluate(() => {
      const plan = document.querySelector('.pricing__plan li') ?? document.body;
      return [getComputedStyle(plan.querySelector('svg') ?? plan).color, getComputedStyle(plan).color];
    });
    assert.equal(tick, text);
  });

  it('give the tick of a checkbox the colour of the text, on the colour of the page', async (t) => {
    const { open } = await visit(t, site, { forcedColors: 'active' });
    const page = await open('/contacts');
    const box = page.locator('.check input').first();
    await box.check();
    await page.waitForLoadState('networkidle');
    const [tick, ground, text, ownGround] = await box.evaluate((input) => {
      const { color } = getComputedStyle(document.body);
      const { backgroundColor } = getComputedStyle(input);
      const page = getComputedStyle(document.body).backgroundColor;
      return [getComputedStyle(input, '::after').backgroundColor, backgroundColor, color, page];
    });
    assert.equal(tick, text);
    assert.equal(ground, ownGround);
  });
});
