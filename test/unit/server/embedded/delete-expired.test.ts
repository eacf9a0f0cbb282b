import assert from 'node:assert/strict';
import { it } from 'node:test';
import { retention, startOfPeriod, type Period } from '#shared/retention.ts';
import { deleteExpired, deleteExpiredDaily, startRetention } from '#server/embedded/delete-expired.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import type { Database, Row } from '#server/embedded/storage/tables.ts';
import { describeOnBoth, openTestStorage } from '../../../support/databases.ts';
import { deleteExpiredPictures } from '#server/embedded/news/news-retention.ts';
import { until } from '../../../support/until.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2026, 5, 15, 12);

/** Returns a time one hour before the end of a period and one an hour after it. */
const nearEndOf = (period: Period) => {
  const start = startOfPeriod(period, new Date(now)).getTime();
  return [new Date(start + hourMs).toISOString(), new Date(start - hourMs).toISOString()] as const;
};

type Times = Partial<Row<'messages'>>;
async function addMessage(database: Database, topic: string | null, date: string, times: Times = {}) {
  const person = { first_name: 'Olha', last_name: 'K', email: 'olha@example.com', message: 'Hello' };
  const { id } = await database
    .insertInto('messages')
    .values({ ...person, topic, date, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEmail(database, `message:${id}:visitor`, now);
}

const comment = { news_id: '1', author: 'A', content: 'B' };
const addComment = (database: Database, values: Partial<Row<'comments'>> & { date: string }) =>
  database.insertInto('comments').values({ ...comment, ...values });

const addEmail = (database: Database, event: string, created: number, state: 'sent' | 'pending' = 'sent') =>
  database
    .insertInto('outbox')
    .values({
      event,
      kind: 'email',
      state,
      recipient: 'a@b.example',
      payload: '{}',
      created,
      due: 0,
      claimed_until: 0,
      attempts: 0,
    })
    .execute();

const licence = {
  product: 'GITL',
  machine_id: 'M',
  email: 'a@b.example',
  language: null,
  issued: '2026-01-01T00:00:00.000Z',
  expires: '2026-01-01T00:00:00.000Z',
  revoked: null,
  key_id: 'k',
  licence: '',
};

/** Stores one row of each kind that is within its retention period, and one that has expired. */
async function fill(database: Database): Promise<void> {
  for (const date of nearEndOf(retention.messages)) {
    await addMessage(database, 'general', date);
    await addMessage(database, null, date);
  }
  for (const date of nearEndOf(retention.applications)) await addMessage(database, 'career', date);
  for (const date of nearEndOf(retention.legalMessages)) await addMessage(database, 'legal', date);
  const [, old] = nearEndOf(retention.messages);
  const recent = new Date(now - hourMs).toISOString();
  await addMessage(database, 'general', old, { answered_at: recent });
  await addMessage(database, 'general', old, { reopened_at: recent });
  await addComment(database, { date: old, state: 'hidden', hidden_at: recent }).execute();
  for (const date of nearEndOf(retention.hiddenComments))
    for (const state of ['shown', 'hidden', 'held'] as const) await addComment(database, { date, state }).execute();
  for (const date of nearEndOf(retention.trials))
    await database.insertInto('trials').values({ machine_id: date, email: 'a@b.example', date }).execute();
  for (const [status, period] of [
    ['created', retention.unpaidInvoices],
    ['failure', retention.unpaidInvoices],
    ['success', retention.payments],
  ] as const)
    for (const date of nearEndOf(period)) {
      const id = status + date;
      await database
        .insertInto('invoices')
        .values({ id, status, payload: '{}', created: date, modified: date })
        .execute();
      await database.insertInto('order_states').values({ order_id: id, state: status, at: date }).execute();
    }
  for (const expires of nearEndOf(retention.payments)) {
    const paid = { order_id: `success${expires}`, plan: 'yearly', issued: expires, expires };
    await database
      .insertInto('licences')
      .values({ ...licence, ...paid })
      .execute();
  }
  for (const issued of nearEndOf(retention.trials))
    await database
      .insertInto('licences')
      .values({ ...licence, machine_id: issued, order_id: null, plan: 'trial', issued, expires: issued })
      .execute();
  for (const date of nearEndOf(retention.emails)) {
    await addEmail(database, `sent:${date}`, Date.parse(date));
    await addEmail(database, `pending:${date}`, Date.parse(date), 'pending');
  }
  for (const at of nearEndOf(retention.auditLog))
    await database.insertInto('desk_acts').values({ at, who: 'a@b.example', act: 'sign-in', subject: '' }).execute();
  for (const day of ['2024-06-15', '2024-06-14']) {
    await database.insertInto('visits').values({ day, page: 'home', language: 'en', referrer: '', count: 1 }).execute();
    await database.insertInto('vitals').values({ day, name: 'LCP', rating: 'good', count: 1 }).execute();
  }
}

const picture = { master: Buffer.from('m'), wide: Buffer.from('w'), card: Buffer.from('c') };

/**
 * Stores drafts, versions, pictures and comments of unpublished articles: one of each that must remain, and one that
 * must be deleted.
 */
async function fillNews(database: Database): Promise<void> {
  const [young, old] = nearEndOf({ count: 1, unit: 'year' });
  const common = { category: '', date: old, featured: 0, item: '{}', state: 'draft' as const };
  for (const edited of [young, old])
    await database
      .insertInto('news')
      .values({ ...common, id: edited, slug: `draft-${Date.parse(edited)}`, edited })
      .execute();
  const [shortly, longAgo] = nearEndOf(retention.hiddenComments).map((iso) => Date.parse(iso));
  for (const changed of [shortly ?? 0, longAgo ?? 0]) {
    await database
      .insertInto('news')
      .values({ ...common, id: `w${changed}`, slug: `w-${changed}`, state: 'unpublished', changed })
      .execute();
    await addComment(database, { news_id: `w${changed}`, date: young }).execute();
  }
  const [used, unused, fresh] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
  const fields = JSON.stringify({ picture: used });
  for (const [version, at] of nearEndOf(retention.auditLog).entries())
    await database
      .insertInto('news_versions')
      .values({ news_id: '1', version: version + 1, at, who: 'a@b.example', fields })
      .execute();
  const [today, before] = nearEndOf({ count: 1, unit: 'day' });
  for (const [id, created] of [
    [used, before],
    [unused, before],
    [fresh, today],
  ] as const)
    await database
      .insertInto('news_pictures')
      .values({ ...picture, id, created })
      .execute();
}

describeOnBoth('data that is older than its retention period', (newPlace) => {
  it('is deleted, and nothing else', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(fill);
    const deleted = await storage.write((database) => deleteExpired(database, now));
    assert.deepEqual(deleted, {
      messages: 4,
      comments: 2,
      trials: 1,
      invoices: 3,
      licences: 2,
      emails: 1,
      auditLog: 1,
      pageViews: 1,
      drafts: 0,
      unpublishedComments: 0,
    });
    const left = await storage.read(async (database) => ({
      messages: (await database.selectFrom('messages').selectAll().execute()).length,
      comments: (await database.selectFrom('comments').select('state').execute()).length,
      invoices: (await database.selectFrom('invoices').selectAll().execute()).length,
      states: (await database.selectFrom('order_states').selectAll().execute()).length,
      // The e-mail about a message is deleted with the message.
      outbox: (await database.selectFrom('outbox').selectAll().execute()).length,
      vitals: (await database.selectFrom('vitals').select('day').execute()).map(({ day }) => day),
    }));
    assert.deepEqual(left, {
      messages: 6,
      comments: 5,
      invoices: 3,
      states: 3,
      outbox: 6 + 3,
      vitals: ['2024-06-15'],
    });
    const again = await storage.write((database) => deleteExpired(database, now));
    assert.ok(Object.values(again).every((count) => count === 0));
  });

  it('includes forgotten drafts, pictures without an article, and comments of unpublished articles', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(fillNews);
    const { drafts, unpublishedComments } = await storage.write((database) => deleteExpired(database, now));
    const pictures = await deleteExpiredPictures(storage, now);
    assert.deepEqual({ drafts, pictures, unpublishedComments }, { drafts: 1, pictures: 1, unpublishedComments: 1 });
    const left = await storage.read(async (database) => ({
      pictures: (await database.selectFrom('news_pictures').select('id').orderBy('id').execute()).map(({ id }) => id),
      who: (await database.selectFrom('news_versions').select('who').orderBy('version').execute()).map(
        ({ who }) => who,
      ),
    }));
    assert.deepEqual(left, { pictures: ['a', 'c'].map((letter) => letter.repeat(32)), who: ['a@b.example', ''] });
  });

  it('is deleted once a day, by one of several processes', async (t) => {
    const place = await newPlace(t);
    const storages = [await openStorage(place), await openStorage(place)];
    t.after(async () => void (await Promise.all(storages.map((storage) => storage.close()))));
    const [storage] = storages;
    assert.ok(storage);
    const attempt = (at: number) =>
      Promise.all(storages.map((one) => one.write((data) => deleteExpiredDaily(data, at))));
    const done = async (at: number) => (await attempt(at)).filter((counts) => counts !== null).length;
    assert.equal(await done(now), 1);
    assert.equal(await done(now + 24 * hourMs - 1), 0);
    assert.equal(await done(now + 24 * hourMs), 1);
    // A clock that was wrong and far ahead must not stop the job for years.
    assert.equal(await done(now), 1);
    assert.equal(await storage.write((data) => deleteExpiredDaily(data, now + 31 * 24 * hourMs)), 'postponed');
    assert.equal(await done(now + 32 * 24 * hourMs), 1);
  });

  it('is deleted while the backend runs, when the clock has moved', async (t) => {
    const storage = await openStorage(await newPlace(t));
    let clock = now;
    const logged: object[] = [];
    const writeLog = (_level: string, fields: object) => void logged.push(fields);
    const job = startRetention({ storage, writeLog, now: () => clock, pollMs: 5 });
    t.after(async () => {
      await job.close();
      await storage.close();
    });
    await storage.write((database) => addMessage(database, 'career', new Date(now).toISOString()));
    const isDone = () => storage.read((database) => database.selectFrom('jobs').select('done').executeTakeFirst());
    await until('the job was done', async () => (await isDone()) !== undefined);
    assert.deepEqual(logged, []);
    clock = Date.UTC(2026, 11, 16, 12);
    await until('it is postponed', () => logged.length === 1);
    assert.equal((await storage.read((database) => database.selectFrom('messages').select('id').execute())).length, 1);
    clock += 24 * hourMs;
    await until('it is deleted', () => logged.length === 2);
    assert.deepEqual(await storage.read((database) => database.selectFrom('messages').select('id').execute()), []);
  });
});
