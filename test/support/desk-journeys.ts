import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { pdf } from './contact.ts';
import { linksInLog, shown } from './desk-browser.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import { addPaidOrder } from './orders.ts';
import type { SiteProcess } from './process.ts';
import { until } from './until.ts';

/** Somebody at the desk who uses no mouse. */
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

type Journey = (walker: Walker) => Promise<void>;

/** Writes into the database of a site that runs. */
export async function store(site: SiteProcess, write: (database: Database) => Promise<unknown>): Promise<void> {
  const storage = await openStorage({ dataDir: site.dataDir, databaseUrl: null });
  await storage.write(write);
  await storage.close();
}

/** A message with an attachment. */
export const addMessage = (database: Database, name: string) =>
  database
    .insertInto('messages')
    .values({
      first_name: name,
      last_name: 'Kovalenko',
      email: `${name}@example.com`,
      message: `A message of ${name}, about a harbour.`,
      date: new Date().toISOString(),
      topic: 'career',
      language: 'en',
      attachment_name: 'cv.pdf',
      attachment: pdf(500),
    })
    .execute();

/** A paid order with its licence. */
export const addOrder = (database: Database, id: string) =>
  addPaidOrder(database, { id, email: `${id}@example.com`, machine: '7F3A-91C2-0000-0000-0000' });

const isThere = (page: Page, text: string) => page.getByText(shown(text)).first().waitFor();
const isGone = async (page: Page, text: string) => assert.equal(await page.getByText(text).count(), 0, text);
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: shown(text) }).waitFor();

/** Opens an entry of the menu. */
async function open({ page, keyboard, desk }: Walker, section: keyof Locales['desk']['menu'] & string) {
  await keyboard.follow(desk.menu[section]);
  await heading(page, desk.menu[section]);
}

const signIn: Journey = async ({ site, page, keyboard, desk, member }) => {
  const known = linksInLog(site).length;
  await page.goto('/desk');
  await keyboard.fill(desk.signIn.email, member);
  await keyboard.go();
  await isThere(page, desk.signIn.sentTitle);
  await site.says('"link":"http', known + 1);
  await page.goto(linksInLog(site).at(-1) ?? '');
  await keyboard.follow(desk.signIn.enter);
  await heading(page, desk.menu.messages);
};

const messages: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const name = `olha${mark}`;
  await store(site, (database) => addMessage(database, name));
  await open(walker, 'messages');
  await keyboard.fill(desk.messages.search, name.toUpperCase());
  await keyboard.go();
  await keyboard.follow(`${name} Kovalenko`);
  assert.equal(await keyboard.download(desk.messages.download), 'cv.pdf');
  await keyboard.follow(desk.messages.markAnswered);
  await isThere(page, desk.messages.answeredAt);
  await keyboard.confirm(desk.messages.delete, desk.messages.deleteButton);
  await heading(page, desk.menu.messages);
  await isGone(page, name);
};

const comments: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const authors = ['Ivan', 'Olha', 'Marta'].map((name) => `${name}${mark}`);
  await store(site, (database) =>
    database
      .insertInto('comments')
      .values(
        authors.map((author) => ({
          news_id: '1',
          author,
          content: `Words of ${author}.`,
          date: new Date().toISOString(),
          state: 'held' as const,
        })),
      )
      .execute(),
  );
  const tick = async (author: string) => {
    await keyboard.reach(desk.comments.select.replace('{author}', author));
    await keyboard.press('Space');
  };
  const [ivan = '', olha = '', marta = ''] = authors;
  const reader = async () => (await page.request.get('/news/smart-protective-equipment')).text();
  await open(walker, 'comments');
  await tick(ivan);
  await keyboard.follow(desk.comments.approve);
  await isGone(page, `Words of ${ivan}.`);
  await until('it is shown', async () => (await reader()).includes(`Words of ${ivan}.`));
  await keyboard.follow(desk.comments.shown);
  await tick(ivan);
  await keyboard.follow(desk.comments.hide);
  await until('it is hidden', async () => !(await reader()).includes(`Words of ${ivan}.`));
  // The newest stand first.
  await keyboard.follow(desk.comments.held);
  await tick(marta);
  await tick(olha);
  await keyboard.follow(desk.comments.delete);
  await isGone(page, `Words of ${olha}.`);
  await isGone(page, `Words of ${marta}.`);
};

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
  await heading(page, desk.news.textPicture.title);
  await keyboard.choose(desk.news.fields.picture, await photo());
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inEnglish'), 'A crane');
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inUkrainian'), 'Кран');
  await keyboard.follow(desk.news.textPicture.store);
  await isThere(page, desk.news.textPicture.stored);
  await keyboard.reach(desk.news.inUkrainian.replace('{field}', desk.news.textPicture.line));
  assert.match(await page.locator(':focus').inputValue(), /^!\[Кран\]\(\/media\/pictures\/\w+-wide\.webp\)$/);
}

const article: Journey = async (walker) => {
  const { page, keyboard, desk, mark, language } = walker;
  const slug = `crane-${mark}`;
  const status = async () => (await page.request.get(`/news/${slug}`)).status();
  const isDone = (done: keyof Locales['desk']['news']['done']) =>
    page.getByRole('status').getByText(shown(desk.news.done[done])).waitFor();
  await open(walker, 'news');
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
  // What is wrong is a link to its field.
  await page.getByRole('alert').getByText(shown(desk.news.notSaved)).waitFor();
  await keyboard.reach(labelOf(desk, 'imageAlt', 'inEnglish'));
  await keyboard.press('Enter');
  await until('the field has the focus', async () => (await keyboard.focusedName()) === 'en.imageAlt');
  await page.keyboard.insertText('A crane');
  await keyboard.fill(labelOf(desk, 'imageAlt', 'inUkrainian'), 'Кран');
  await keyboard.follow(desk.news.publish);
  // What Ukrainian misses is said before anybody sees it.
  await page.getByRole('button', { name: shown(desk.news.publishAnyway) }).waitFor();
  assert.equal(await status(), 404);
  await keyboard.fill(labelOf(desk, 'content', 'inUkrainian'), writing.inUkrainian.content);
  await keyboard.follow(desk.news.saveAndPreview);
  await heading(page, writing[language === 'en' ? 'inEnglish' : 'inUkrainian'].headline);
  const cover = page.locator('.article__cover img');
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

const orders: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const id = `order-${mark}`;
  await store(site, (database) => addOrder(database, id));
  await open(walker, 'orders');
  assert.match(await keyboard.download(desk.orders.export), /^orders-.*\.csv$/);
  await page.reload();
  await keyboard.fill(desk.order.search, id);
  await keyboard.reach(desk.orders.state);
  while ((await page.locator('#desk-state').inputValue()) !== 'success') await keyboard.press('ArrowDown');
  await keyboard.follow(desk.messages.find);
  await keyboard.follow(id);
  for (const [summary, button, done] of [
    [desk.order.send, desk.order.sendButton, desk.acts.names['licence-sent']],
    [desk.order.revoke, desk.order.revokeButton, desk.acts.names['licence-revoked']],
    [desk.order.refund, desk.order.refundButton, desk.acts.names['refund-asked']],
  ] as const) {
    await keyboard.confirm(summary, button);
    await isThere(page, done);
  }
  await until('the money is returned', async () => {
    await page.reload();
    return (await page.locator('dd', { hasText: shown(desk.orders.states.reversed) }).count()) > 0;
  });
};

const people: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const name = `erased${mark}`;
  await store(site, (database) => addMessage(database, name));
  await open(walker, 'people');
  await keyboard.fill(desk.people.email, `${name}@example.com`);
  await keyboard.go();
  assert.equal(await keyboard.download(desk.people.export), 'person.json');
  await keyboard.confirm(desk.people.erase, desk.people.eraseButton);
  await isThere(page, desk.people.erased);
};

const figures: Journey = async (walker) => {
  const { page, keyboard, desk } = walker;
  await open(walker, 'figures');
  await isThere(page, desk.figures.lead);
  await keyboard.follow(desk.menu.acts);
  await isThere(page, desk.acts.names['person-erased']);
  // A table that is wider than the window is moved by the arrow keys.
  const table = page.locator('.desk__table').first();
  await keyboard.reach(desk.acts.scroll);
  // The entry of the menu has the same name and comes first.
  await keyboard.reach(desk.acts.scroll);
  if (await table.evaluate((region) => region.scrollWidth > region.clientWidth)) {
    await keyboard.press('ArrowRight');
    await until('the table has moved', () => table.evaluate((region) => region.scrollLeft > 0));
  }
};

const signOut: Journey = async ({ page, keyboard, desk }) => {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => /desk/.test(name));
  assert.ok(cookie);
  await keyboard.follow(desk.signOut.everywhere, { key: 'Shift+Tab' });
  await heading(page, desk.signIn.title);
  // Nobody comes back with what the browser had.
  await page.context().addCookies([cookie]);
  await page.goto('/desk/messages');
  await heading(page, desk.signIn.title);
};

/** Everything that is done at the desk, in the order in which somebody does it. */
export const journeys: Record<string, Journey> = {
  'sign in': signIn,
  'search, open, download, answer and delete a message': messages,
  'show, hide and delete comments, several at once': comments,
  'write, preview, schedule, publish and withdraw an article, and return to a version': article,
  'send, revoke and refund an order, and download the list': orders,
  'look up a person, hand out and erase what is stored': people,
  'read the figures and the log of acts': figures,
  'sign out everywhere': signOut,
};
