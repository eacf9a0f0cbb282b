import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import { siteOfFile, visit } from '../support/browser.ts';

const en = english.contactForm;
const site = siteOfFile();

async function fill(page: Page): Promise<void> {
  await page.getByLabel(en.fields.firstName, { exact: true }).fill('Olha');
  await page.getByLabel(en.fields.lastName, { exact: true }).fill('Kovalenko');
  await page.getByLabel(en.fields.email, { exact: true }).fill('olha@example.com');
  await page.getByLabel(en.fields.message, { exact: true }).fill('We need a harbour pilot.');
  await page.getByRole('checkbox').check();
}

describe('the contact form without a line to the site', () => {
  for (const [title, filledOnline] of [
    ['all the while', false],
    ['by the time the message is sent', true],
  ] as const) {
    it(`says that it is the network, ${title}`, async (t) => {
      const { open, context } = await visit(t, site);
      const page = await open('/contacts');
      // What the page itself loads when something happens is there; what the form needs may not be.
      await page.mouse.move(10, 10);
      await page.waitForLoadState('networkidle');
      await context.setOffline(!filledOnline);
      await fill(page);
      await page.waitForTimeout(3000);
      await context.setOffline(true);
      await page.getByRole('button', { name: en.submit }).click();
      await page.locator('.toast').getByText(en.errors.network).waitFor();
      assert.equal(await page.getByLabel(en.fields.firstName).inputValue(), 'Olha');
    });
  }
});
