import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageKey } from '#shared/languages.ts';
import { hold, sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('a page', () => {
  it('starts without its stylesheets, because it has the rules that it needs', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /\/assets\/[\w-]+\.css/ });
    await page.route(/\.css$/, (route) => route.abort());
    await page.goto('/process');
    const button = page.locator('main button[aria-expanded]').first();
    const before = await button.getAttribute('aria-expanded');
    await button.click();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.notEqual(await button.getAttribute('aria-expanded'), before);
  });

  it('can be used before the texts of the language that was chosen before have come', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, /\/texts\//);
    await page.addInitScript((key) => localStorage.setItem(key, 'ua'), languageKey);
    await page.goto('/process');
    const button = page.locator('main button[aria-expanded]').first();
    const before = await button.getAttribute('aria-expanded');
    await button.click();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    const after = await button.getAttribute('aria-expanded');
    assert.notEqual(after, before);
    letGo();
    await page.locator('html[lang=uk]').waitFor({ state: 'attached' });
    assert.equal(await button.getAttribute('aria-expanded'), after);
  });
});
