import type { Page } from 'playwright';
import { minFillMs } from '#shared/contact-limits.ts';
import english from '../../locales/en/contacts.json' with { type: 'json' };

/** Fills in the contact form of an open page, up to its button; `words` are the texts of its language. */
export async function fillContactForm(
  page: Page,
  lastName = 'Kovalenko',
  { fields }: Pick<typeof english.contactForm, 'fields'> = english.contactForm,
): Promise<void> {
  await page.getByLabel(fields.firstName, { exact: true }).fill('Olha');
  await page.getByLabel(fields.lastName, { exact: true }).fill(lastName);
  await page.getByLabel(fields.email, { exact: true }).fill('olha@example.com');
  await page.getByLabel(fields.message, { exact: true }).fill('We need a harbour pilot.');
  await page.locator('#contact-privacyTerms').check();
}

/** Waits until the contact form has been open for the minimum fill time. */
export async function waitForFillTime(page: Page): Promise<void> {
  await page.waitForFunction((minMs) => {
    const opened = document.querySelector<HTMLInputElement>('input[name="timestamp"]')?.value;
    return Boolean(opened) && Date.now() - Number(opened) >= minMs;
  }, minFillMs);
}
