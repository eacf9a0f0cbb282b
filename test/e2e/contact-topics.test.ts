import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import { pointAt, sharedSite, visit } from '../support/browser.ts';

const en = english.contactForm;

const site = sharedSite();

describe('the tab and the address', () => {
  it('change without a request, so that a lost connection does no harm', async (t) => {
    const { open, context } = await visit(t, site, { expectedTroubles: /ERR_INTERNET_DISCONNECTED/ });
    const page = await open('/contacts');
    await context.setOffline(true);
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await page.waitForURL('**/contacts?topic=career');
    assert.equal(await page.locator('.toast-list__toast').count(), 0);
  });

  const tab = (page: Page) => page.getByRole('tab', { selected: true });
  const follow = async (page: Page) => {
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' });
    await pointAt(page, link);
    await link.click();
  };

  it('agree when a link leads to the page without naming a tab', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=legal');
    await follow(page);
    await page.getByRole('tab', { name: en.tabs.general, selected: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await page.waitForURL('**/contacts?topic=career');
    await follow(page);
    await page.getByRole('tab', { name: en.tabs.general, selected: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  it('agree without discarding typed values', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=legal');
    await page.getByLabel(en.fields.lastName, { exact: true }).fill('Lysenko');
    await follow(page);
    await page.waitForURL('**/contacts?topic=legal');
    assert.equal(await tab(page).innerText(), en.tabs.legal);
    assert.equal(await page.getByLabel(en.fields.lastName).inputValue(), 'Lysenko');
  });

  it('stay as chosen when a link leads to the form on the same page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts');
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await page.waitForURL('**/contacts?topic=career');
    const length = await page.evaluate(() => history.length);
    await page.getByRole('main').getByRole('link', { name: english.block.write }).click();
    assert.equal(await tab(page).innerText(), en.tabs.career);
    assert.match(page.url(), /\/contacts\?topic=career#contact$/);
    assert.equal(await page.evaluate(() => history.length), length + 1);
    await page.waitForFunction(() => Math.abs(document.querySelector('#contact')!.getBoundingClientRect().top) < 150);
  });
});
