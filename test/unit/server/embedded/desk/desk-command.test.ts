import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth, newSqlite, openTestStorage, type NewPlace } from '../../../../support/databases.ts';
import { listen } from '../../../../support/listen.ts';
import { addPaidOrder } from '../../../../support/orders.ts';
import { temporaryFolder } from '../../../../support/process.ts';

async function open(t: TestContext, newPlace: NewPlace) {
  const place = await newPlace(t);
  const storage = await openTestStorage(t, place);
  await storage.write(async (database) => {
    for (const [name, date] of [
      ['Olha\u0007', '2026-01-01T10:00:00.000Z'],
      ['Ivan', '2026-03-01T10:00:00.000Z'],
    ] as const)
      await database
        .insertInto('messages')
        .values({
          first_name: name,
          last_name: 'K',
          email: `${name.slice(0, 4)}@example.com`,
          message: 'Hello',
          date,
          topic: 'legal',
        })
        .execute();
    for (const state of ['held', 'shown'] as const)
      await database
        .insertInto('comments')
        .values({ news_id: '1', author: 'Olha', content: state, date: '2026-01-01T10:00:00.000Z', state })
        .execute();
    await database
      .insertInto('outbox')
      .values({
        event: 'x',
        kind: 'email',
        state: 'failed',
        recipient: 'a@b.example',
        payload: '{}',
        created: 0,
        due: 0,
        claimed_until: 0,
        attempts: 1,
      })
      .execute();
  });
  const noSite = settingsWithoutSite(place);
  const run = (args: string[], settings = noSite) => captureCommand(t, runDesk, args, settings);
  const json = async (...args: string[]) =>
    JSON.parse((await run([...args, '--json'])).text) as Record<string, unknown>[];
  return { run, json, storage, noSite };
}

describeOnBoth('npm run desk', (newPlace) => {
  it('lists messages by topic, words and date, for people and for programs', async (t) => {
    const { run, json } = await open(t, newPlace);
    const names = async (...args: string[]) =>
      (await json('messages', 'list', ...args)).map((row) => row['first_name']);
    assert.deepEqual(await names(), ['Ivan', 'Olha\u0007']);
    assert.deepEqual(await names('--since', '2026-02-01'), ['Ivan']);
    assert.match((await run(['messages', 'list', '--since', '2026-02-30'])).text, /^--since must be a date/);
    assert.deepEqual(await names('--topic', 'career'), []);
    assert.deepEqual(await names('--search', 'OLHA@'), ['Olha\u0007']);
    assert.deepEqual(await names('--limit', '1', '--page', '2'), ['Olha\u0007']);
    const { text } = await run(['messages', 'list']);
    assert.ok(!text.includes('\u0007'));
    assert.equal(text.split('\n').length, 3, 'the names of the columns, and two messages');
  });

  it('does the actions of the desk, and the audit log names their author `command`', async (t) => {
    const { run, json } = await open(t, newPlace);
    assert.match(
      (await run(['messages', 'answer', '1', '77'])).text,
      /^Done: 1 message of 2\. The others do not exist, or their state does not allow it\.$/,
    );
    assert.match((await run(['messages', 'delete', '2'])).text, /Done: 1 message of 1/);
    const approved = await run(['comments', 'approve', '1']);
    assert.match(approved.text, /^Done: 1 comment of 1\.\nPURGE_TOKEN is not set/);
    assert.deepEqual(
      (await json('comments', 'list', '--state', 'shown')).map((row) => row['id']),
      [2, 1],
    );
    await run(['comments', 'delete', '1', '2']);
    await run(['mail', 'send-again', '1']);
    await run(['sessions', 'end', 'marta@obrii.example']);
    const entries = await json('audit-log', 'list');
    assert.deepEqual(entries.map((row) => row['action']).reverse(), [
      'message-answered',
      'message-deleted',
      'comment-approved',
      'comment-deleted',
      'comment-deleted',
      'email-sent-again',
      'sign-out-everywhere',
    ]);
    assert.ok(entries.every((row) => row['who'] === 'command'));
  });

  it('empties the stored pages of the site', async (t) => {
    const { run, noSite } = await open(t, newPlace);
    const asked: unknown[] = [];
    const site = createServer((request, response) => {
      request.on('data', (body: Buffer) => asked.push([request.url, request.headers.authorization, body.toString()]));
      request.on('end', () => response.writeHead(204).end());
    });
    const target = { ...noSite, publicUrl: await listen(t, site), purgeToken: 'purge-token' };
    assert.equal((await run(['comments', 'hide', '2'], target)).text, 'Done: 1 comment of 1.');
    assert.deepEqual(asked, [['/purge', 'Bearer purge-token', '{"slugs":["smart-protective-equipment"]}']]);
    const nowhere = { ...target, publicUrl: 'http://127.0.0.1:9' };
    const away = await run(['comments', 'approve', '2'], { ...nowhere, deskEmails: ['marta@obrii.example'] });
    assert.match(away.text, /does not answer .*within 20 seconds\.$/);
    // Without a desk the site does not ask the backend for changes.
    assert.match((await run(['comments', 'hide', '2'], nowhere)).text, /within eleven minutes\.$/);
  });

  it('ends with exit code 1 when a part was not done', async (t) => {
    const { run } = await open(t, newPlace);
    for (const args of [
      ['messages', 'answer', '1', '77'],
      ['comments', 'approve', '77'],
      ['licences', 'revoke', '77', '--yes'],
      ['orders', 'refund', 'unknown', '--yes'],
    ])
      assert.equal((await run(args)).code, 1, args.join(' '));
  });

  it('does nothing, and creates no database, where there is none', async (t) => {
    const place = await newSqlite(t);
    const settings = settingsWithoutSite(place);
    for (const args of [
      ['people', 'erase', 'olha@example.com', '--yes'],
      ['sessions', 'end', 'olha@example.com'],
      ['messages', 'list'],
    ]) {
      const { code, text } = await captureCommand(t, runDesk, args, settings);
      assert.deepEqual([code, text.startsWith('Nothing was done: there is no database in ')], [1, true]);
    }
    assert.equal(existsSync(join(place.dataDir, 'backend.sqlite')), false);
  });

  it('exports the data of a person into a new file, and erases them only with --yes', async (t) => {
    const { run, json } = await open(t, newPlace);
    const file = join(await temporaryFolder(t), 'person.json');
    assert.equal((await run(['people', 'export', 'olha@example.com', file])).code, 0);
    assert.equal((JSON.parse(readFileSync(file, 'utf8')) as { messages: object[] }).messages.length, 1);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const exports = async () => (await json('audit-log', 'list')).filter((row) => row['action'] === 'person-exported');
    assert.equal((await exports()).length, 1);
    assert.deepEqual(await run(['people', 'export', 'olha@example.com', file]), {
      code: 1,
      text: `${file} exists already: name another file.`,
    });
    assert.equal((await exports()).length, 1, 'an export that was not made is not logged');
    assert.match((await run(['people', 'erase', 'olha@example.com'])).text, /^Nothing was erased/);
    assert.equal((await json('messages', 'list')).length, 2);
    const erased = await run(['people', 'erase', 'OLHA@example.com', '--yes']);
    assert.match(erased.text, /^Erased 1 row; kept 0 rows of invoices/);
    assert.equal((await json('messages', 'list')).length, 1);
  });

  it('sends a licence, and revokes one and requests a refund only with --yes', async (t) => {
    const { run, json, storage } = await open(t, newPlace);
    await storage.write((database) => addPaidOrder(database, { id: 'order-1', email: 'a@b.example', machine: 'M-1' }));
    assert.deepEqual(
      (await json('orders', 'list', '--state', 'success', '--search', 'm-1')).map((row) => row['id']),
      ['order-1'],
    );
    assert.deepEqual(await json('orders', 'list', '--state', 'started'), []);
    const history = await json('orders', 'history', 'order-1');
    assert.deepEqual(
      history.map(({ kind, state }) => [kind, state]),
      [
        ['payment', 'created'],
        ['payment', 'success'],
        ['issued', undefined],
        ['email', 'kept'],
      ],
    );
    const [columns, created] = (await run(['orders', 'history', 'order-1'])).text.split('\n');
    assert.match(columns ?? '', /^order\tat\tkind\tstate\t/);
    assert.match(created ?? '', /^order-1\t\d{4}-\S+Z\tpayment\tcreated\t/);
    assert.match((await run(['orders', 'history', 'x'])).text, /^There is no order x\.$/);
    assert.match((await run(['orders', 'history'])).text, /^Give the order numbers/);
    const [licence, ...others] = await json('licences', 'list', '--search', 'A@B');
    assert.deepEqual([licence?.['order_id'], licence?.['licence'], others], ['order-1', undefined, []]);
    const id = String(licence?.['id']);
    assert.match((await run(['licences', 'resend', id, '77'])).text, /^Done: 1 licence of 2\. The others do not exist/);
    assert.match((await run(['licences', 'revoke', id])).text, /^Nothing was revoked/);
    assert.match((await run(['licences', 'revoke', id, '--yes'])).text, /^Done: 1 licence of 1\.$/);
    assert.match((await run(['licences', 'resend', id])).text, /^Done: 0 licences of 1\. The others do not exist/);
    assert.match(
      (await run(['orders', 'refund', 'order-1'])).text,
      /^Nothing was refunded: this cannot be undone\. Add --yes to confirm\.$/,
    );
    const asked = (await run(['orders', 'refund', 'order-1', 'order-1', 'x', '--yes'])).text;
    assert.match(
      asked,
      /^order-1: the backend will ask .*\norder-1: the refund was requested before\.\nx: there is no such order\.$/,
    );
    assert.match((await run(['orders', 'refund'])).text, /^Give the order numbers/);
    assert.match((await run(['licences', 'revoke'])).text, /^Give the ids/);
    const outbox = await storage.read((database) =>
      database.selectFrom('outbox').select(['kind', 'state']).where('event', '<>', 'x').orderBy('id').execute(),
    );
    assert.deepEqual(outbox, [
      { kind: 'email', state: 'kept' },
      { kind: 'call', state: 'pending' },
      { kind: 'email', state: 'kept' },
      { kind: 'refund', state: 'pending' },
    ]);
    const entries = (await json('audit-log', 'list')).map(
      (row) => `${String(row['action'])} ${String(row['subject'])}`,
    );
    assert.deepEqual(entries, ['refund-asked order-1', `licence-revoked ${id}`, `licence-sent ${id}`]);
  });

  it('names an option that is wrong, above its usage', async (t) => {
    const { run } = await open(t, newPlace);
    for (const [sentence, ...args] of [
      ['--since must be a date such as 2026-11-01: soon', 'messages', 'list', '--since', 'soon'],
      ['--topic must be general, career, legal or none: x', 'messages', 'list', '--topic', 'x'],
      ['--limit must be a whole number above 0: 0', 'messages', 'list', '--limit', '0'],
      ['--page must be a whole number above 0: x', 'messages', 'list', '--page', 'x'],
      ['--state must be one of held, shown, hidden: success', 'comments', 'list', '--state', 'success'],
      ['comments list has no option --search.', 'comments', 'list', '--search', 'spam'],
      ['messages delete has no option --yes.', 'messages', 'delete', '1', '--yes'],
    ] as const) {
      const { code, text } = await run(args);
      assert.deepEqual([code, text.split('\n\n')[0]], [1, sentence]);
      assert.match(text, /\n\nUsage: npm run desk/);
    }
  });

  it('prints its usage for arguments that it does not know', async (t) => {
    const { run } = await open(t, newPlace);
    for (const line of ['', 'messages', 'messages burn 1', 'comments burn 1', 'news constructor', '--wrong']) {
      const { code, text } = await run(line === '' ? [] : line.split(' '));
      assert.equal(code, 1, line);
      assert.match(text, /^Usage: npm run desk|^Give the ids/);
    }
    assert.match((await run(['messages', 'delete', 'x'])).text, /^Give the ids/);
    assert.match((await run(['people', 'export', 'x'])).text, /^Give an e-mail address\.$/);
  });
});
