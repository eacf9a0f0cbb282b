import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { closeAllSessions, addLink, countAttempt, createSession, findSession } from '#server/embedded/desk/sessions.ts';
import { addEmail } from '#server/embedded/outbox/outbox.ts';
import { createSignInEvent } from '#server/embedded/outbox/sign-in-link.ts';
import { readBackup, type BackupRow } from '#server/embedded/storage/backup.ts';
import { schemaVersion } from '#server/embedded/storage/migrations.ts';
import { restoreBackup } from '#server/embedded/storage/restore.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { emailTo } from '../../../../support/outbox.ts';

const email = 'marta@obrii.example';

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

async function* streamOf<T>(items: T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}

describeOnBoth('a restored backup', (newPlace) => {
  it('signs nobody in again who was signed out after it was made', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = Date.now();
    const { session, link } = await storage.write(async (database) => {
      await countAttempt(database, { email, client: '127.0.0.1', now });
      const used = await addLink(database, email, now);
      await addEmail(database, { event: createSignInEvent(), email: emailTo(email), hasMailServer: true });
      await addEmail(database, { event: 'other', email: emailTo(email), hasMailServer: true });
      return {
        session: await createSession(database, used, [email], now),
        link: await addLink(database, email, now),
      };
    });
    assert.ok(session);
    const find = () => storage.read((database) => findSession(database, session, [email], now));
    assert.equal((await find())?.email, email);
    const lines = await storage.read((database) => collect(readBackup(database, storage.dialect)));
    const tables = lines.flatMap((line) => ('table' in line ? [line.table] : []));
    assert.deepEqual(
      tables.filter((table) => /^desk_(?:links|sessions|attempts)$/.test(table)),
      [],
    );
    const events = lines.flatMap((line) => ('table' in line && line.table === 'outbox' ? [line.row['event']] : []));
    assert.deepEqual(events, ['other'], 'the e-mail with the link is left out');
    await storage.write((database) => closeAllSessions(database, email, { who: 'command', now }));
    await restoreBackup(storage, () => streamOf(lines), { replace: true });
    assert.equal(await find(), null);
    assert.equal(await storage.write((database) => createSession(database, link, [email], now)), null);
  });

  it('is restored with few statements, whatever rows it has', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const comment = { news_id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01' };
    const message = { first_name: 'O', last_name: 'K', email, message: '', date: '2026-01-01', attachment_name: 'a' };
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    const rows: BackupRow[] = [
      ...ids.map((id) => ({ table: 'comments', row: { id, ...comment } })),
      // In a backup that was changed by hand the rows of a table may have different columns.
      { table: 'comments', row: { id: 1001, ...comment, suspicion: 'link' } },
      ...ids.slice(0, 4).map((id) => {
        const attachment = { base64: Buffer.alloc(900_000, id).toString('base64') };
        return { table: 'messages', row: { id, ...message, attachment } };
      }),
    ];
    const lines = [
      { format: 'site-backup', version: schemaVersion, date: '' } as const,
      ...rows,
      { rows: rows.length },
    ];
    let inserts = 0;
    const countInserts: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments[0] === 'INSERT INTO ') inserts += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const counted: Storage = {
      ...storage,
      write: (effect) => storage.write((database) => effect(database.withPlugin(countInserts))),
    };
    assert.equal(await restoreBackup(counted, () => streamOf(lines), { replace: true }), rows.length);
    assert.equal(inserts, 9);
    const restored = await storage.read((database) => collect(readBackup(database, storage.dialect)));
    const values = restored.flatMap((line) => ('table' in line ? [line.row] : []));
    assert.deepEqual(
      values.map(({ id }) => id),
      rows.map(({ row }) => row['id']),
    );
    assert.equal(values[1000]?.['suspicion'], 'link');
    assert.deepEqual(values.at(-1)?.['attachment'], rows.at(-1)?.row['attachment']);
  });

  it('leaves out the sessions, links with their e-mails, and attempts of a backup of an earlier release', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const created = Date.now();
    const outboxRow = {
      id: 1,
      kind: 'email',
      state: 'sent',
      recipient: email,
      payload: '{}',
      attempts: 1,
      claimed_until: 0,
    };
    const rows: BackupRow[] = [
      { table: 'comments', row: { id: 1, news_id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01' } },
      { table: 'desk_links', row: { hash: 'link', email, created, used: 0 } },
      { table: 'desk_sessions', row: { hash: 'session', email, created } },
      { table: 'desk_attempts', row: { id: 1, key: 'key', at: created } },
      { table: 'outbox', row: { ...outboxRow, event: createSignInEvent(), created, due: created } },
    ];
    const head = { format: 'site-backup', version: schemaVersion, date: '2026-01-01' } as const;
    const lines = [head, ...rows, { rows: rows.length }];
    assert.equal(await restoreBackup(storage, () => streamOf(lines), { replace: false }), 1);
    const counts = await storage.read(async (database) =>
      Promise.all(
        (['comments', 'desk_links', 'desk_sessions', 'desk_attempts', 'outbox'] as const).map(
          async (table) => (await database.selectFrom(table).selectAll().execute()).length,
        ),
      ),
    );
    assert.deepEqual(counts, [1, 0, 0, 0, 0]);
  });
});
