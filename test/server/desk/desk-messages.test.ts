import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { NewRow } from '#server/embedded/storage/tables.ts';
import { pdf } from '../../support/contact.ts';
import { openDesk } from '../../support/desk.ts';

type NewMessage = NewRow<'messages'>;

const message = (changes: Partial<NewMessage> = {}): NewMessage => ({
  first_name: 'Olha',
  last_name: 'Kovalenko',
  email: 'olha@example.com',
  message: 'We need a harbour pilot.',
  date: '2026-03-01T10:00:00.000Z',
  topic: 'general',
  language: 'en',
  ...changes,
});

/** Starts a desk with these messages and a signed-in user. */
async function open(t: TestContext, messages: NewMessage[]) {
  const desk = await openDesk(t);
  await desk.storage.write(async (database) => {
    for (const row of messages) await database.insertInto('messages').values(row).execute();
  });
  const names = async (path: string) =>
    [...(await desk.read(path)).matchAll(/<a href="\/desk\/messages\/\d+">([^<]*)<\/a>/g)].map(([, name]) => name);
  return { ...desk, names };
}

describe('the messages at the desk', () => {
  it('are listed by topic, unread first, then newest first', async (t) => {
    const { names } = await open(t, [
      message({ first_name: 'Old', date: '2026-01-01T10:00:00.000Z' }),
      message({ first_name: 'Read', read_at: '2026-03-02T10:00:00.000Z', date: '2026-03-02T09:00:00.000Z' }),
      message({ first_name: 'New' }),
      message({ first_name: 'Career', topic: 'career' }),
      message({ first_name: 'Without', topic: null, date: '2025-01-01T10:00:00.000Z' }),
    ]);
    const full = (first: string[]) => first.map((name) => `${name} Kovalenko`);
    assert.deepEqual(await names('/desk/messages'), full(['Career', 'New', 'Old', 'Without', 'Read']));
    assert.deepEqual(await names('/desk/messages?topic=career'), full(['Career']));
    assert.deepEqual(await names('/desk/messages?topic=none'), full(['Without']));
  });

  it('are searched by words in any order and case, in Ukrainian too, and by characters with a meaning in SQL', async (t) => {
    const { names } = await open(t, [
      message({ first_name: 'Олена', last_name: 'Гай' }),
      message({ first_name: 'Percent', last_name: 'Sign', message: 'We save 50% of time.' }),
      message({ first_name: 'Question', last_name: 'Mark', message: 'Who?Where?' }),
      message({ first_name: 'Under', last_name: 'Score', email: 'a_b@example.com' }),
    ]);
    assert.deepEqual(await names(`/desk/messages?q=${encodeURIComponent('олена')}`), ['Олена Гай']);
    assert.deepEqual(await names(`/desk/messages?q=${encodeURIComponent('ОЛЕНА гАЙ')}`), ['Олена Гай']);
    assert.deepEqual(await names(`/desk/messages?q=${encodeURIComponent('гай  олена')}`), ['Олена Гай']);
    assert.deepEqual(await names(`/desk/messages?q=${encodeURIComponent('гай Sign')}`), []);
    assert.deepEqual(await names('/desk/messages?q=50%25'), ['Percent Sign']);
    assert.deepEqual(await names('/desk/messages?q=A_B'), ['Under Score']);
    assert.deepEqual(await names('/desk/messages?q=who?where'), ['Question Mark']);
    assert.deepEqual(await names('/desk/messages?q=who?not-there'), []);
    assert.deepEqual(await names("/desk/messages?q='%20OR%201=1"), []);
  });

  it('are listed with their beginning, on one line and up to a whole word, which marks of direction cannot reverse', async (t) => {
    const { read } = await open(t, [message({ message: `Good\n\u202eday. ${'harbour '.repeat(40)}` })]);
    const [, excerpt = ''] = /<p dir="auto">(Good [^<]*)<\/p>/.exec(await read('/desk/messages')) ?? [];
    assert.match(excerpt, /^Good day\. (?:harbour )+harbour…$/);
    assert.ok(excerpt.length <= 240);
  });

  it('are shown on pages of 50', async (t) => {
    const rows = Array.from({ length: 51 }, (_, at) =>
      message({ first_name: `N${at}`, date: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString() }),
    );
    const { names, read } = await open(t, rows);
    assert.equal((await names('/desk/messages')).length, 50);
    assert.match(await read('/desk/messages'), /rel="next" href="\/desk\/messages\?page=2"/);
    assert.deepEqual(await names('/desk/messages?page=2'), ['N0 Kovalenko']);
    assert.deepEqual(await names('/desk/messages?page=3'), []);
  });

  it('are shown as text, count as read after that, and leave the count of the menu', async (t) => {
    const { read } = await open(t, [
      message({
        first_name: '<script>alert(1)</script>',
        message: '<img src=x onerror=alert(1)>\n\n& more',
        email: 'a?bcc=b@example.com',
      }),
    ]);
    assert.match(await read('/desk/messages'), /Messages<span class="tab-list__count">1<\/span>/);
    const html = await read('/desk/messages/1');
    assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;\n\n&amp; more/);
    assert.doesNotMatch(html, /<img src=x|<script>alert/);
    assert.match(html, /mailto:a%3Fbcc%3Db@example\.com\?subject=Your%20message/);
    assert.doesNotMatch(await read('/desk/messages'), /tab-list__count|desk__badge/);
  });

  it('are answered with a subject in the language of the message, also where the desk is in the other one', async (t) => {
    const { read } = await open(t, [message({ language: 'ua' }), message(), message({ language: null })]);
    const subjectOf = async (address: string) => {
      const [, query = ''] = /href="mailto:[^"]*\?([^"]*)"/.exec(await read(address)) ?? [];
      return new URLSearchParams(query).get('subject');
    };
    assert.equal(await subjectOf('/desk/messages/1?lang=en'), 'Ваше повідомлення до Obrii');
    assert.equal(await subjectOf('/desk/messages/2?lang=ua'), 'Your message to Obrii');
    assert.equal(await subjectOf('/desk/messages/3?lang=ua'), 'Your message to Obrii', 'the language of the company');
  });

  it('have an attachment that is downloaded, and that cannot run a script', async (t) => {
    const { get, headers } = await open(t, [
      message({ attachment_name: 'резюме "a"/../b.pdf', attachment: pdf(2_000_000) }),
    ]);
    const answer = await get('/desk/messages/1/attachment', { headers });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename=/);
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), pdf(2_000_000));
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal((await get('/desk/messages/2/attachment', { headers })).status, 404);
  });

  it('have an attachment that is a PDF for the browser, whatever its name', async (t) => {
    const { get, headers } = await open(t, [message({ attachment_name: 'cv.hta', attachment: pdf() })]);
    const answer = await get('/desk/messages/1/attachment', { headers });
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
  });

  it('are marked as answered and as unanswered, and deleted with their e-mails; the audit log has each action', async (t) => {
    const { act, read, storage, get, headers } = await open(t, [message(), message()]);
    await storage.write(async (database) => {
      for (const event of ['message:1:company', 'message:2:company'])
        await database
          .insertInto('outbox')
          .values({
            event,
            kind: 'email',
            state: 'kept',
            recipient: 'a@b.example',
            payload: '{}',
            created: 0,
            due: 0,
            claimed_until: 0,
            attempts: 0,
          })
          .execute();
    });
    assert.equal(
      (await act('/desk/messages/1/answered', { answered: 'yes' })).headers.get('location'),
      '/desk/messages/1',
    );
    assert.match(await read('/desk/messages/1'), /Answered on/);
    const readTimes = () =>
      storage.read((database) =>
        database.selectFrom('messages').select(['answered_at', 'reopened_at']).where('id', '=', 1).execute(),
      );
    const answered = await readTimes();
    // A colleague whose page is older: the period after which the message is deleted does not begin again.
    await act('/desk/messages/1/answered', { answered: 'yes' });
    assert.deepEqual(await readTimes(), answered);
    await act('/desk/messages/1/answered', { answered: 'no' });
    const reopened = await readTimes();
    await act('/desk/messages/1/answered', { answered: 'no' });
    assert.deepEqual(await readTimes(), reopened);
    assert.doesNotMatch(await read('/desk/messages/1'), /Answered on/);
    // The second click of a double click ends on the same page, and is not in the audit log.
    for (let count = 0; count < 2; count += 1)
      assert.equal((await act('/desk/messages/1/delete')).headers.get('location'), '/desk/messages');
    assert.equal((await get('/desk/messages/1', { headers })).status, 404);
    const [events, entries] = await storage.read(async (database) => [
      await database.selectFrom('outbox').select('event').where('event', 'like', 'message%').execute(),
      await database.selectFrom('desk_acts').select(['act', 'subject']).orderBy('id').execute(),
    ]);
    assert.deepEqual(events, [{ event: 'message:2:company' }]);
    assert.deepEqual(entries.slice(1), [
      { act: 'message-answered', subject: '1' },
      { act: 'message-reopened', subject: '1' },
      { act: 'message-deleted', subject: '1' },
    ]);
  });

  it('that do not exist are answered with 404, whatever their number', async (t) => {
    const { get, headers } = await open(t, []);
    for (const id of ['1', '0', '-1', 'x', '99999999999999999999', '1e3'])
      assert.equal((await get(`/desk/messages/${id}`, { headers })).status, 404, id);
  });

  it('are shown while the database cannot be written, and are marked as read later', async (t) => {
    const { get, headers, storage, place } = await open(t, [message()]);
    const locked = new DatabaseSync(join(place.dataDir, 'backend.sqlite'));
    t.after(() => locked.close());
    locked.exec('BEGIN IMMEDIATE');
    const shown = await get('/desk/messages/1', { headers });
    assert.equal(shown.status, 200);
    assert.match(await shown.text(), /We need a harbour pilot\./);
    locked.exec('ROLLBACK');
    assert.equal((await get('/desk/messages/1', { headers })).status, 200);
    const row = await storage.read((database) => database.selectFrom('messages').select('read_at').executeTakeFirst());
    assert.ok(row?.read_at);
  });
});
