import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import privacy from '../../locales/en/privacy.json' with { type: 'json' };
import terms from '../../locales/en/terms.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('a legal text', () => {
  it('leads from its contents to a section and back, focus included', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/terms');
    const back = page.getByRole('link', { name: terms.toContents });
    assert.equal(await back.count(), 0, 'the button is not there while the contents are');
    await page.getByRole('link', { name: terms.sections.account.title }).click();
    await back.click();
    const heading = page.getByRole('heading', { name: terms.contentsTitle });
    assert.ok(await heading.evaluate((element) => element === document.activeElement));
    await page.locator('.legal-page__to-contents:not([data-open])').waitFor({ state: 'attached' });
  });

  it('links to the other one without loading anything anew', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/terms');
    await page.evaluate(() => {
      document.body.dataset['kept'] = '';
    });
    await page.locator('.legal-page__clause a[href="/privacy"]').first().click();
    await page.getByRole('heading', { level: 1, name: privacy.title }).waitFor();
    assert.equal(await page.locator('body[data-kept]').count(), 1);
  });

  it('has the way back without JavaScript too', async (t) => {
    const { open } = await visit(t, site, { javaScriptEnabled: false });
    const page = await open('/privacy');
    await page.getByRole('link', { name: privacy.toContents }).click();
    assert.equal(new URL(page.url()).hash, '#contents');
  });
});
