import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import ukrainian from '../../locales/ua/contacts.json' with { type: 'json' };
import { hold, lazyScripts, sharedSite, visit } from '../support/browser.ts';
import { pdf } from '../support/contact.ts';
import { fillContactForm, waitForFillTime } from '../support/contact-page.ts';
import { readInbox } from '../support/process.ts';

const en = english.contactForm;
const ua = ukrainian.contactForm;
const cv = { name: 'резюме.pdf', mimeType: 'application/pdf', buffer: pdf(300_000) };

const site = sharedSite();

async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

describe('a visitor with JavaScript', () => {
  it('sends a CV, which arrives byte for byte', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#contact');
    await chooseTab(page, en.tabs.career);
    await fillContactForm(page, 'Lysenko');
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByText(cv.name).waitFor();
    await waitForFillTime(page);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/contact'),
      page.getByRole('button', { name: en.submit }).click(),
    ]);
    assert.match(request.headers()['idempotency-key'] ?? '', /^[\da-f]{32}-[\da-z]+$/);

    await page.getByText(en.success).waitFor();
    assert.match(await page.locator('.sent__by').innerText(), /by (Mon|Tues|Wednes|Thurs|Fri)day/);
    await page.getByRole('button', { name: en.sentPage.again }).click();
    assert.equal(await page.getByLabel(en.fields.firstName).inputValue(), '');
    assert.equal(await page.locator('input[type="file"]').inputValue(), '');
    const [, id = ''] = /message +(\d+) +Olha Lysenko/.exec(readInbox(site)) ?? [];
    const saved = join(site.dataDir, 'saved.pdf');
    assert.match(readInbox(site, '--save', id, saved), /300000 bytes/);
    assert.ok(readFileSync(saved).equals(cv.buffer));
  });

  it('is shown what is missing after a click on the disabled button', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#contact');
    await page.getByLabel(en.fields.firstName, { exact: true }).fill('Olha');
    const button = page.getByRole('button', { name: en.submit });
    assert.equal(await button.isDisabled(), true);
    // Without `force` the click would wait until the button is enabled.
    await button.click({ force: true });
    await page.getByText(en.errors.lastNameMissing).waitFor();
    await page.getByText(en.errors.privacyRequired).waitFor();
    assert.equal(await page.getByLabel(en.fields.lastName).evaluate((field) => field === document.activeElement), true);
  });

  it('ticks the consent with a slow click that leaves a field with an error', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#contact');
    await page.getByLabel(en.fields.message, { exact: true }).fill('abc');
    const box = await page.locator('#contact-privacyTerms').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(80);
    await page.mouse.up();
    await page.locator('#contact-message-error').getByText(en.errors.messageMin).waitFor();
    assert.equal(await page.locator('#contact-privacyTerms').isChecked(), true);
  });

  it('keeps the values that were typed before hydration', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, lazyScripts);
    await page.goto('/contacts', { waitUntil: 'commit' });
    await fillContactForm(page, 'Franko');
    assert.equal(await page.locator('html[data-ready]').count(), 0);
    letGo();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel(en.fields.lastName).inputValue(), 'Franko');
    assert.equal(await page.locator('#contact-privacyTerms').isChecked(), true);
    assert.equal(await page.getByRole('button', { name: en.submit }).isDisabled(), false);
  });
});

describe('a visitor with a mouse', () => {
  it('sends the form with the click that leaves a wrong field', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#contact');
    await fillContactForm(page, 'Franko');
    await waitForFillTime(page);
    await page.getByLabel(en.fields.email, { exact: true }).fill('olha@@example.com');
    await page.getByRole('button', { name: en.submit }).click();
    await page.getByRole('group', { name: en.errorSummary }).waitFor();
  });
});

describe('a visitor without JavaScript', () => {
  it('opens a tab by its link, mends what was wrong, and sends', async (t) => {
    const { page } = await visit(t, site, {
      javaScriptEnabled: false,
      locale: 'uk-UA',
      expectedTroubles: /status of 422/,
    });
    await page.goto('/contacts');
    await page.getByRole('navigation', { name: ua.tabsLabel }).getByRole('link', { name: ua.tabs.career }).click();
    await fillContactForm(page, 'К', ua);
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByRole('button', { name: ua.submit }).click();

    assert.match(await page.title(), /^Помилка/);
    await page.getByRole('link', { name: ua.errors.lastNameMin }).waitFor();
    await page.getByRole('link', { name: ua.errors.attachAgain }).waitFor();
    assert.equal(await page.getByLabel(ua.fields.message).inputValue(), 'We need a harbour pilot.');
    await page.getByLabel(ua.fields.lastName).fill('Косач');
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByRole('button', { name: ua.submit }).click();

    await page.getByText(ua.sentPage.text).waitFor();
    assert.ok((await page.title()).startsWith(`${ua.sentPage.title}: `));
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), ua.sentPage.title);
    assert.match(readInbox(site), /Olha Косач/);
    await page.reload();
    assert.equal(readInbox(site).match(/Olha Косач/g)?.length, 1);
  });
});
