import type { Page } from 'playwright';
import type { Locales } from '#shared/locales.ts';
import type { SiteProcess } from './process.ts';

/** A text as a browser shows it: with the values that the site knows, and with the spaces and joiners of typography. */
export const shown = (text: string): RegExp =>
  new RegExp(
    text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '.*')
      .replace(/ /g, '\\s')
      .replace(/-/g, '-\\u2060?'),
  );

/** The links to sign in, which are in the log where e-mails are not sent. */
export const linksInLog = (site: SiteProcess): string[] =>
  [...site.output().matchAll(/"link":"(http[^"]+)"/g)].map(([, link = '']) => link);

/** Signs in by the link in the log, which is there where e-mails are not sent. */
export async function enterDesk(page: Page, site: SiteProcess, member: string, desk: Locales['desk']): Promise<void> {
  const button = (text: string) => page.getByRole('button', { name: shown(text) });
  const known = linksInLog(site).length;
  await page.goto('/desk');
  await page.getByLabel(shown(desk.signIn.email)).fill(member);
  await button(desk.signIn.send).click();
  await page.getByText(shown(desk.signIn.sentTitle)).waitFor();
  await site.says('"link":"http', known + 1);
  await page.goto(linksInLog(site).at(-1) ?? '');
  await button(desk.signIn.enter).click();
  await page.getByRole('heading', { level: 1, name: shown(desk.menu.messages) }).waitFor();
}
