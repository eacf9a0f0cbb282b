import assert from 'node:assert/strict';
import type { Database } from '#server/embedded/storage/tables.ts';
import { pdf } from './contact.ts';
import { writeTo } from './databases.ts';
import { articleJourney } from './desk-article-journey.ts';
import { isGone, isThere, openSection, waitForHeading, type Journey } from './desk-walker.ts';
import { shown } from './keyboard.ts';
import { addPaidOrder } from './orders.ts';
import type { SiteProcess } from './process.ts';
import { until } from './until.ts';

/** Writes into the database of a site that runs. */
export const store = ({ dataDir }: SiteProcess, write: (database: Database) => Promise<unknown>) =>
  writeTo({ dataDir, databaseUrl: null }, write);

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

/** The links to sign in, which are in the log where e-mails are not sent. */
const linksInLog = (site: SiteProcess): string[] =>
  [...site.output().matchAll(/"link":"(http[^"]+)"/g)].map(([, link = '']) => link);

export const signIn: Journey = async ({ site, page, keyboard, desk, member }) => {
  const known = linksInLog(site).length;
  await page.goto('/desk');
  await keyboard.fill(desk.signIn.email, member);
  await keyboard.go();
  await isThere(page, desk.signIn.sentTitle);
  await site.says('"link":"http', known + 1);
  await page.goto(linksInLog(site).at(-1) ?? '');
  await keyboard.follow(desk.signIn.enter);
  await waitForHeading(page, desk.menu.messages);
};

const messages: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const name = `olha${mark}`;
  await store(site, (database) => addMessage(database, name));
  await openSection(walker, 'messages');
  await keyboard.fill(desk.messages.search, name.toUpperCase());
  await keyboard.go();
  await keyboard.follow(`${name} Kovalenko`);
  assert.equal(await keyboard.download(desk.messages.download), 'cv.pdf');
  await keyboard.follow(desk.messages.markAnswered);
  await isThere(page, desk.messages.answeredAt);
  await keyboard.confirm(desk.messages.delete, desk.messages.deleteButton);
  await waitForHeading(page, desk.menu.messages);
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
  await openSection(walker, 'comments');
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

const orders: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const id = `order-${mark}`;
  await store(site, (database) => addOrder(database, id));
  await openSection(walker, 'orders');
  assert.match(await keyboard.download(desk.orders.export), /^orders-.*\.csv$/);
  await page.reload();
  await keyboard.fill(desk.order.search, id);
  await keyboard.reach(desk.orders.state);
  while ((await page.locator('#desk-state').inputValue()) !== 'success') await keyboard.press('ArrowDown');
  await keyboard.follow(desk.messages.find);
  await keyboard.follow(id);
  for (const [summary, button, done] of [
    [desk.order.send, desk.order.sendButton, desk.auditLog.names['licence-sent']],
    [desk.order.revoke, desk.order.revokeButton, desk.auditLog.names['licence-revoked']],
    [desk.order.refund, desk.order.refundButton, desk.auditLog.names['refund-asked']],
  ] as const) {
    await keyboard.confirm(summary, button);
    await isThere(page, done);
  }
  await until('the order is refunded', async () => {
    await page.reload();
    return (await page.locator('dd', { hasText: shown(desk.orders.states.reversed) }).count()) > 0;
  });
};

const people: Journey = async (walker) => {
  const { site, page, keyboard, desk, mark } = walker;
  const name = `erased${mark}`;
  await store(site, (database) => addMessage(database, name));
  await openSection(walker, 'people');
  await keyboard.fill(desk.people.email, `${name}@example.com`);
  await keyboard.go();
  assert.equal(await keyboard.download(desk.people.export), 'person.json');
  await keyboard.confirm(desk.people.erase, desk.people.eraseButton);
  await isThere(page, desk.people.erased);
};

const statistics: Journey = async (walker) => {
  const { page, keyboard, desk } = walker;
  await openSection(walker, 'statistics');
  await isThere(page, desk.statistics.lead);
  await keyboard.follow(desk.menu['audit-log']);
  await isThere(page, desk.auditLog.names['person-erased']);
  // A table that is wider than the window is moved by the arrow keys.
  const table = page.locator('.desk__table').first();
  await keyboard.reach(desk.auditLog.scroll);
  // The entry of the menu has the same name and comes first.
  await keyboard.reach(desk.auditLog.scroll);
  if (await table.evaluate((region) => region.scrollWidth > region.clientWidth)) {
    await keyboard.press('ArrowRight');
    await until('the table has moved', () => table.evaluate((region) => region.scrollLeft > 0));
  }
};

const signOut: Journey = async ({ page, keyboard, desk }) => {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => /desk/.test(name));
  assert.ok(cookie);
  await keyboard.follow(desk.signOut.everywhere, { key: 'Shift+Tab' });
  await waitForHeading(page, desk.signIn.title);
  // The old cookie of the browser is not valid any more.
  await page.context().addCookies([cookie]);
  await page.goto('/desk/messages');
  await waitForHeading(page, desk.signIn.title);
};

/** All actions at the desk, in the usual order. */
export const journeys: Record<string, Journey> = {
  'sign in': signIn,
  'search, open, download, answer and delete a message': messages,
  'show, hide and delete comments, several at once': comments,
  'write, preview, schedule, publish and withdraw an article, and return to a version': articleJourney,
  'send, revoke and refund an order, and download the list': orders,
  'look up a person, hand out and erase what is stored': people,
  'read the statistics and the audit log': statistics,
  'sign out everywhere': signOut,
};
