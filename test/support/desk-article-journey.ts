import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { Locales } from '#shared/locales.ts';
import { isThere, openSection, waitForHeading, type Journey, type Walker } from './desk-walker.ts';
import { createKeyboard, shown, type Keyboard } from './keyboard.ts';
import { until } from './until.ts';

/** The label of a field of an article in one language. */
const labelOf = (
  desk: Locales['desk'],
  name: keyof Locales['desk']['news']['fields'],
  of: 'inEnglish' | 'inUkrainian',
) => desk.news[of].replace('{field}', desk.news.fields[name]);

const photo = async () => ({
  name: 'crane.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 700, channels: 3, background: '#225599' } })
    .jpeg()
    .toBuffer(),
});

const writing = {
  inEnglish: { headline: 'A crane that waits', description: 'It has time.', content: 'It **waits**.' },
  inUkrainian: { headline: 'Кран, що чекає', description: 'Він має час.', content: 'Він **чекає**.' },
} as const;

/** A date and a time, as they are typed whichever the order of the day and the month and with 12 hours or 24. */
async function typeDate({ page, keyboard, desk }: Walker, year: string): Promise<void> {
  await keyboard.reach(desk.news.fields.date);
  for (const key of [...'0101', ...year, 'ArrowRight', ...'0900', 'a']) await keyboard.press(key);
  assert.equal(await page.locator('#desk-date').inputValue(), `${year}-01-01T09:00`);
}

/** Stores a picture for a text, and reads the line that shows it. */
async function storeTextPicture(keyboard: Keyboard, page: Page, desk: Locales['desk']): Promise<void> {
  await waitForHeading(page, desk.news.textPicture.title);
  await keyboard.choose(desk.news.fields.picture, await photo());
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inEnglish'), 'A crane');
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inUkrainian'), 'Кран');
  await keyboard.follow(desk.news.textPicture.store);
  await isThere(page, desk.news.textPicture.stored);
  await keyboard.reach(desk.news.inUkrainian.replace('{field}', desk.news.textPicture.line));
  assert.match(await page.locator(':focus').inputValue(), /^!\[Кран\]\(\/media\/pictures\/\w+-wide\.webp\)$/);
}

/** Writes, previews, schedules, publishes and withdraws an article, and returns to a version of it. */
export const articleJourney: Journey = async (walker) => {
  const { page, keyboard, desk, mark, language } = walker;
  const slug = `crane-${mark}`;
  const status = async () => (await page.request.get(`/news/${slug}`)).status();
  const isDone = (done: keyof Locales['desk']['news']['done']) =>
    page.getByRole('status').getByText(shown(desk.news.done[done])).waitFor();
  await openSection(walker, 'news');
  await keyboard.follow(desk.news.new);
  // The link opens another window, and nothing typed here is lost.
  await keyboard.reach(desk.news.textPicture.open);
  const [window] = await Promise.all([page.waitForEvent('popup'), keyboard.press('Enter')]);
  await storeTextPicture(createKeyboard(window), window, desk);
  await window.close();
  for (const name of ['headline', 'description', 'content'] as const) {
    await keyboard.fill(labelOf(desk, name, 'inEnglish'), writing.inEnglish[name]);
    if (name !== 'content') await keyboard.fill(labelOf(desk, name, 'inUkrainian'), writing.inUkrainian[name]);
  }
  await keyboard.choose(desk.news.fields.picture, await photo());
  await keyboard.fill(desk.news.fields.category, 'Technology');
  await keyboard.fill(desk.news.fields.slug, slug);
  await keyboard.follow(desk.news.publish);
  // Each error is a link to its field.
  await page.getByRole('alert').getByText(shown(desk.news.notSaved)).waitFor();
  await keyboard.reach(labelOf(desk, 'imageAlt', 'inEnglish'));
  await keyboard.press('Enter');
  await until('the field has the focus', async () => (await keyboard.focusedName()) === 'en.imageAlt');
  await page.keyboard.insertText('A crane');
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inUkrainian'), 'Кран');
  await keyboard.follow(desk.news.publish);
  // The missing Ukrainian texts are named before the article is published.
  await page.getByRole('button', { name: shown(desk.news.publishAnyway) }).waitFor();
  assert.equal(await status(), 404);
  await keyboard.fill(labelOf(desk, 'content', 'inUkrainian'), writing.inUkrainian.content);
  await keyboard.follow(desk.news.saveAndPreview);
  await waitForHeading(page, writing[language === 'en' ? 'inEnglish' : 'inUkrainian'].headline);
  const cover = page.locator('.head-cover__art');
  assert.ok(await cover.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)));
  await keyboard.follow(desk.news.edit, { key: 'Shift+Tab' });
  await keyboard.follow(desk.news.saveDraft);
  await isDone('saved');
  await typeDate(walker, '2040');
  await keyboard.follow(desk.news.publish);
  await isDone('scheduled');
  assert.equal(await status(), 404);
  await typeDate(walker, '2025');
  await keyboard.follow(desk.news.publishChanges);
  await isDone('published');
  assert.equal(await status(), 200);
  await keyboard.confirm(desk.news.unpublish, desk.news.unpublish);
  await isDone('unpublished');
  assert.equal(await status(), 404);
  await keyboard.follow(desk.news.versions);
  await keyboard.follow(desk.news.versionTitle.replace('{version}', '1'));
  await keyboard.follow(desk.news.returnTo);
  await isDone('returned');
};
