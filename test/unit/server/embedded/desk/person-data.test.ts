import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isKeyOf } from '#shared/keys-of.ts';
import { deleteExpired } from '#server/embedded/delete-expired.ts';
import {
  countPerson,
  erasePerson,
  findPerson,
  printPerson,
  readAttachments,
} from '#server/embedded/desk/person-data.ts';
import { emptyArticle } from '#server/embedded/news/article.ts';
import { createArticle, saveArticle } from '#server/embedded/news/articles.ts';
import { tableKeys, tableNames } from '#server/embedded/storage/table-keys.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { pdf } from '../../../../support/contact.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const olha = 'olha.k@example.com';
const date = '2026-01-01T10:00:00.000Z';

const notSent = { created: 0, due: 0, claimed_until: 0, attempts: 0, state: 'kept' } as const;

const invoiceOf = (email: string) =>
  JSON.stringify({
    amount: 2000,
    ccy: 840,
    merchantPaymInfo: {
      reference: JSON.stringify({ machine_id: 'M', email, plan: 'yearly' }),
      customerEmails: [email],
    },
  });

const licence = {
  product: 'GITL',
  machine_id: 'M',
  email: 'a@b.example',
  language: null,
  issued: date,
  expires: date,
  revoked: null,
  key_id: 'k',
  licence: '',
};

/** Stores data of two people whose addresses are similar. */
async function fill(database: Database): Promise<void> {
  for (const email of [olha, 'Olha.K@Example.com', 'olhaxk@example.com', `x${olha}`]) {
    const person = { first_name: 'Olha', last_name: 'K', message: `I am ${olha}`, date };
    const { id } = await database
      .insertInto('messages')
      .values({ ...person, email, attachment_name: 'cv.pdf', attachment: pdf(100) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const payload = JSON.stringify({ to: 'all@obrii.example', replyTo: email, text: `Email: ${email}` });
    const rows = [
      { event: `message:${id}:company`, kind: 'email' as const, recipient: 'all@obrii.example', payload },
      { event: `message:${id}:visitor`, kind: 'email' as const, recipient: email, payload: '{}' },
      { event: `message:${id}:call`, kind: 'call' as const, recipient: '', payload: '{}' },
    ];
    for (const row of rows)
      await database
        .insertInto('outbox')
        .values({ ...notSent, ...row })
        .execute();
    await database.insertInto('trials').values({ machine_id: 'M', email, date }).execute();
    for (const status of ['created', 'success'] as const) {
      const id = `${email}-${status}`;
      await database
        .insertInto('invoices')
        .values({ id, status, payload: invoiceOf(email), created: date, modified: date })
        .execute();
      await database.insertInto('order_states').values({ order_id: id, state: status, at: date }).execute();
    }
    for (const order_id of [null, `${email}-success`])
      await database
        .insertInto('licences')
        .values({ ...licence, machine_id: email, email, order_id, plan: order_id ? 'yearly' : 'trial' })
        .execute();
  }
}

/** Adds rows to the tables of the desk, in which a person is one of the staff. */
async function fillDesk(database: Database): Promise<void> {
  await database.insertInto('desk_links').values({ hash: 'link', email: olha, created: 0, used: 0 }).execute();
  await database.insertInto('desk_sessions').values({ hash: 'session', email: olha, created: 0 }).execute();
  await database.insertInto('desk_acts').values({ at: date, who: olha, act: 'sign-in', subject: '' }).execute();
}

/** Returns the names of the tables in which a row contains the address. */
async function findTables(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const name of tableNames) {
    const rows = await database.selectFrom(name).selectAll().execute();
    // Another person has an address that ends in this one.
    if (/(?<!x)olha\.k@example\.com/i.test(JSON.stringify(rows))) found.push(name);
  }
  return found;
}

describeOnBoth('data about a person', (newPlace) => {
  it('is in the tables that are marked as personal, of which an erasure and a period leave none', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const personal = tableNames.filter((name) => tableKeys[name].isPersonal);
    await storage.write(async (database) => {
      await fill(database);
      await fillDesk(database);
      assert.deepEqual(
        (await findTables(database)).filter((name) => name !== 'order_states'),
        personal,
        'this test adds a row to each table with isPersonal, and no other table has the address',
      );
      await erasePerson(database, olha, { who: 'marta@obrii.example', now: 0 });
    });
    // The law requires records of payments, and the audit log says what staff did.
    const kept = ['invoices', 'order_states', 'licences', 'desk_acts'];
    // The text of other messages names the address, but they belong to their own senders.
    const names = (found: string[]) => found.filter((name) => name !== 'messages');
    assert.deepEqual(names(await storage.read(findTables)), kept);
    await storage.write((database) => deleteExpired(database, Date.UTC(2040, 0, 1)));
    assert.deepEqual(await storage.read(findTables), []);
  });

  it('has no other table with a column for an address', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const addressColumns = ['email', 'recipient'];
    await storage.read(async (database) => {
      for (const { name, columns } of await database.introspection.getTables())
        if (columns.some((column) => addressColumns.includes(column.name)))
          assert.equal(isKeyOf(tableKeys, name) && tableKeys[name].isPersonal, true, name);
    });
  });

  it('is found in any case of the address, and never for another address', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(fill);
    const find = (email: string) => storage.read(async (database) => findPerson(database, email));
    assert.deepEqual(countPerson(await find(' OLHA.K@example.com ')), {
      messages: 2,
      trials: 2,
      invoices: 4,
      licences: 4,
      outbox: 6,
      auditLog: 0,
    });
    assert.deepEqual(countPerson(await find('olha%@example.com')), {
      messages: 0,
      trials: 0,
      invoices: 0,
      licences: 0,
      outbox: 0,
      auditLog: 0,
    });
    const person = await find(olha);
    assert.deepEqual(
      person.messages.map((message) => ['attachment' in message, message.attachment_bytes]),
      [
        [false, 100],
        [false, 100],
      ],
      'an erasure, and a page with numbers, read no attachments',
    );
    const attachments = await storage.read((database) => readAttachments(database, person));
    const printed = JSON.parse(printPerson(olha, person, attachments, 0)) as {
      messages: { attachment: string }[];
      invoices: { status: string; states: { state: string }[] }[];
    };
    for (const { status, states } of printed.invoices)
      assert.deepEqual(
        states.map(({ state }) => state),
        [status],
      );
    assert.deepEqual(Buffer.from(printed.messages[0]?.attachment ?? '', 'base64'), pdf(100));
  });

  it('is erased except the records that the law requires, and the audit log does not contain the address', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(fill);
    const result = await storage.write((database) =>
      erasePerson(database, olha, { who: 'marta@obrii.example', now: 0 }),
    );
    assert.deepEqual(result, { erased: 2 + 6 + 2 + 2 + 2, retained: 2 + 2 });
    const [person, other, entries] = await storage.read(async (database) => [
      countPerson(await findPerson(database, olha)),
      countPerson(await findPerson(database, 'olhaxk@example.com')),
      await database.selectFrom('desk_acts').selectAll().execute(),
    ]);
    assert.deepEqual(person, { messages: 0, trials: 0, invoices: 2, licences: 2, outbox: 0, auditLog: 0 });
    assert.deepEqual(other, { messages: 1, trials: 1, invoices: 2, licences: 2, outbox: 3, auditLog: 0 });
    const states = await storage.read((database) => database.selectFrom('order_states').select('order_id').execute());
    const theirs = states.filter(({ order_id: order }) => order.toLowerCase().startsWith('olha.k'));
    assert.ok(theirs.length > 0);
    assert.ok(theirs.every(({ order_id: order }) => order.endsWith('-success')));
    assert.equal(entries.length, 1);
    assert.doesNotMatch(JSON.stringify(entries), /olha/i);
  });

  it('has an entry of the audit log for each version of an article that the person has saved', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const [versions, { auditLog }] = await storage.write(async (database) => {
      const actor = { who: olha, now: Date.parse(date) };
      const fields = { ...emptyArticle, slug: 'harbour' };
      await createArticle(database, fields, actor, 'article-1');
      const later = { ...actor, now: actor.now + 1000 };
      await saveArticle(database, 'article-1', { fields: { ...fields, category: 'Harbours' }, base: 1 }, later);
      const saved = database.selectFrom('news_versions').select(['at', 'who']).where('who', '=', olha);
      return [await saved.orderBy('version').execute(), await findPerson(database, olha)];
    });
    assert.equal(versions.length, 2);
    assert.deepEqual(
      auditLog.map(({ at, who, action, subject }) => ({ at, who, action, subject })),
      versions.map((version) => ({ ...version, action: 'article-saved', subject: 'harbour' })),
    );
  });

  it('is retained with an order that can still be paid, and erased when it has expired unpaid', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const payload = JSON.stringify({ validity: 3600, merchantPaymInfo: { customerEmails: [olha] } });
    await storage.write(async (database) => {
      for (const status of ['created', 'failure'] as const)
        await database
          .insertInto('invoices')
          .values({ id: status, status, payload, created: date, modified: date })
          .execute();
      await database.updateTable('invoices').set({ ask_at: 1 }).where('id', '=', 'created').execute();
    });
    const erase = (minutes: number) =>
      storage.write((database) =>
        erasePerson(database, olha, { who: 'marta@obrii.example', now: Date.parse(date) + minutes * 60_000 }),
      );
    assert.deepEqual(await erase(59), { erased: 0, retained: 2 });
    assert.deepEqual(await erase(61), { erased: 1, retained: 1 }, 'the provider has not been asked since');
    await storage.write((database) => database.updateTable('invoices').set({ ask_at: null }).execute());
    assert.deepEqual(await erase(61), { erased: 1, retained: 0 });
  });
});
