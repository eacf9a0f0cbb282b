import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { shown, type Keyboard } from './keyboard.ts';
import type { SiteProcess } from './process.ts';

/** A member of the staff who uses only the keyboard. */
export interface Walker {
  site: SiteProcess;
  page: Page;
  keyboard: Keyboard;
  language: Language;
  desk: Locales['desk'];
  member: string;
  /** A word that no other walker has. */
  mark: string;
}

export type Journey = (walker: Walker) => Promise<void>;

export const isThere = (page: Page, text: string) => page.getByText(shown(text)).first().waitFor();
export const isGone = async (page: Page, text: string) => assert.equal(await page.getByText(text).count(), 0, text);
/** Waits for the page with this heading. */
export const waitForHeading = (page: Page, text: string) =>
  page.getByRole('heading', { level: 1, name: shown(text) }).waitFor();

/** Opens an entry of the menu. */
export async function openSection({ page, keyboard, desk }: Walker, section: keyof Locales['desk']['menu'] & string) {
  await keyboard.follow(desk.menu[section]);
  await waitForHeading(page, desk.menu[section]);
}
