import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindShortWords } from '#shared/typography.ts';
import hero from '../../locales/en/hero.json' with { type: 'json' };
import en from '../../locales/en/navbar.json' with { type: 'json' };
import heroUa from '../../locales/ua/hero.json' with { type: 'json' };
import { sharedSite, visit, wake } from '../support/browser.ts';

const site = sharedSite();

describe('the language', () => {
  it('changes without a reload, is stored, and changes in other tabs', async (t) => {
    const { context, open } = await visit(t, site);
    const page = await open('/');
    const second = await context.newPage();
    await second.goto('/');
    await wake(second);

    await page.evaluate(() => {
      Object.assign(window, { same: true });
    });
    const place = async () =>
      Math.round((await page.locator('.top-bar .language-toggle').first().boundingBox())?.x ?? 0);
    const before = await place();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
    await page.evaluate(() => document.fonts.ready);
    assert.equal(await place(), before, 'the toggle stays under the pointer');
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
    assert.ok(await page.evaluate(() => Reflect.get(window, 'same') === true), 'the page was not loaded again');
    assert.equal(await page.evaluate(() => localStorage.getItem('language')), 'ua');
    assert.match(await page.title(), /[А-Яа-яЇїІіЄє]/);
    await second.getByText(bindShortWords(heroUa.line1)).waitFor();

    const answer = await page.reload();
    assert.match(await answer!.text(), /<html lang="uk"/, 'the first byte is Ukrainian after a reload');
  });

  it('is changed by an ordinary link without JavaScript and stays changed', async (t) => {
    const { open } = await visit(t, site, { javaScriptEnabled: false });
    const page = await open('/');
    await page.getByText(hero.line1).first().waitFor();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
    await page.goto('/about');
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
  });

  it('can be changed where the browser refuses cookies', async (t) => {
    const { open, page } = await visit(t, site);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', {
        set() {
          throw new DOMException('The document is sandboxed', 'SecurityError');
        },
      });
    });
    await open('/');
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
  });
});
