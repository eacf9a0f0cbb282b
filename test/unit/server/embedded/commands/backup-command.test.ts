import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { schemaVersion } from '#server/embedded/storage/migrations.ts';
import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import { tableKeys } from '#server/embedded/storage/table-keys.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { newSqlite, sharedPostgres } from '../../../../support/databases.ts';
import { missingPostgres, type PostgresServer } from '../../../../support/postgres.ts';
import { temporaryFolder } from '../../../../support/process.ts';

const isMissing = missingPostgres();
let server: PostgresServer | undefined;
before(async () => {
  server = isMissing ? undefined : await sharedPostgres();
});

const places = {
  SQLite: newSqlite,
  PostgreSQL: async (t: TestContext) => ({
    ...(await newSqlite(t)),
    databaseUrl: (await server?.createDatabase()) ?? '',
  }),
};

async function fill(place: DatabasePlace, comments: number): Promise<void> {
  const storage = await openStorage(place);
  await storage.write(async (database) => {
    for (let count = 0; count < comments; count += 1)
      await database
        .insertInto('comments')
        .values({ news_id: '1', author: 'Ольга', content: `№ ${count}\n"quoted"`, date: '2026-01-01' })
        .execute();
    for (let count = 0; count < 9; count += 1)
      await database
        .insertInto('messages')
        .values({
          first_name: 'Ivan',
          last_name: 'Bondar',
          email: 'ivan@steppe.example',
          message: 'Hello',
          date: '2026-01-01',
          attachment_name: count === 0 ? null : 'cv.pdf',
          attachment: count === 0 ? null : Buffer.alloc(1000 * count, count),
        })
        .execute();
    for (let version = 1; version < 4; version += 1)
      await database
        .insertInto('news_versions')
        .values({ news_id: '1', version, at: '2026-01-01', who: 'command', fields: '{"en":"\u2028"}' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    for (const id of ['p', 'q', 'r', 's', 't'])
      await database
        .insertInto('news_pictures')
        .values({
          id,
          created: '2026-01-01',
          master: Buffer.alloc(900, id),
          wide: Buffer.from([0, 255]),
          card: Buffer.from(id),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    for (const machine_id of ['B', 'a', 'А'])
      for (const email of ['one@steppe.example', 'other@steppe.example'])
        await database
          .insertInto('trials')
          .values({ machine_id, email, date: '2026-01-01' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
  });
  await storage.close();
}

/** Returns all rows of all tables. */
async function readAll(place: DatabasePlace) {
  const storage = await openStorage(place);
  const all: Record<string, unknown[]> = {};
  for (const [table, { columns }] of Object.entries(tableKeys)) {
    const order = sql.join(columns.map((column) => sql.ref(column)));
    const query = sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)} ORDER BY ${order}`;
    const { rows } = await storage.read((database) => query.execute(database));
    all[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
      ),
    );
  }
  await storage.close();
  return all;
}

for (const [from, newFrom] of Object.entries(places))
  for (const [to, newTo] of Object.entries(places))
    describe(
      `a backup of ${from}, restored into ${to}`,
      { skip: `${from}${to}`.includes('PostgreSQL') && isMissing },
      () => {
        it('restores the same bytes, is readable only by its owner, and ids continue', async (t) => {
          const source = await newFrom(t);
          await fill(source, 1203);
          const file = join(await temporaryFolder(t), 'site.jsonl.gz');
          const { code, text } = await captureCommand(t, runBackup, [file], source);
          assert.equal(code, 0, text);
          assert.equal((statSync(file).mode & 0o777).toString(8), '600');
          const target = await newTo(t);
          const restored = await captureCommand(t, runRestore, [file], target);
          assert.equal(restored.code, 0, restored.text);
          const all = await readAll(target);
          assert.deepEqual(all, await readAll(source));
          assert.equal(all['comments']?.length, 1203);
          await fill(target, 1);
          assert.equal((await readAll(target))['comments']?.length, 1204);
        });
      },
    );

describe('npm run backup', () => {
  it('names the fault of a file that cannot be written, and does not mention the database', async (t) => {
    const place = await newSqlite(t);
    await fill(place, 1);
    const file = join(await temporaryFolder(t), 'missing', 'site.jsonl.gz');
    const { code, text } = await captureCommand(t, runBackup, [file], place);
    assert.equal(code, 1);
    assert.match(text, /^The backup could not be made: ENOENT.*missing/);
  });

  it('replaces no file, and leaves no file behind when it fails', async (t) => {
    const source = await newSqlite(t);
    const folder = await temporaryFolder(t);
    const file = join(folder, 'site.jsonl.gz');
    const none = await captureCommand(t, runBackup, [file], source);
    assert.equal(none.code, 1);
    assert.match(none.text, /^The backup was not made: there is no database in /);
    await fill(source, 1);
    writeFileSync(file, 'mine');
    const { code, text } = await captureCommand(t, runBackup, [file], source);
    assert.equal(code, 1);
    assert.match(text, /^The backup was not made: .*site\.jsonl\.gz exists already/);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    assert.deepEqual(readdirSync(folder), ['site.jsonl.gz']);
    assert.match((await captureCommand(t, runBackup, [], source)).text, /^Usage: npm run backup/);
  });

  it('run twice at once to one name makes one whole file, and the other run says that the file exists', async (t) => {
    const source = await newSqlite(t);
    await fill(source, 300);
    const file = join(await temporaryFolder(t), 'site.jsonl.gz');
    const runs = await Promise.allSettled([runBackup([file], () => source), runBackup([file], () => source)]);
    assert.deepEqual(runs.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const text = String(runs.find((run) => run.status === 'rejected')?.reason);
    assert.match(text, /The backup could not be made: EEXIST/);
    assert.deepEqual(readdirSync(dirname(file)), ['site.jsonl.gz']);
    const target = await newSqlite(t);
    assert.equal((await captureCommand(t, runRestore, [file], target)).code, 0);
    assert.deepEqual(await readAll(target), await readAll(source));
  });
});

describe('npm run restore', () => {
  async function makeBackup(t: TestContext) {
    const source = await newSqlite(t);
    await fill(source, 3);
    const file = join(await temporaryFolder(t), 'site.jsonl.gz');
    await captureCommand(t, runBackup, [file], source);
    return { source, file };
  }

  it('deletes data only with --replace', async (t) => {
    const { file } = await makeBackup(t);
    const target = await newSqlite(t);
    await fill(target, 1);
    const { code, text } = await captureCommand(t, runRestore, [file], target);
    assert.equal(code, 1);
    assert.match(
      text,
      /nothing was changed: there is data in the database \(news_versions\): with --replace it is deleted/,
    );
    assert.equal((await readAll(target))['comments']?.length, 1);
    assert.equal((await captureCommand(t, runRestore, [file, '--replace'], target)).code, 0);
    assert.equal((await readAll(target))['comments']?.length, 3);
  });

  it('refuses a file that is cut off, damaged, no backup or of a newer release, and changes nothing', async (t) => {
    const { source, file } = await makeBackup(t);
    const whole = readFileSync(file);
    const lines = gunzipSync(whole).toString().trim().split('\n');
    const head = JSON.stringify({ format: 'site-backup', version: schemaVersion + 1, date: '' });
    const damaged: [name: string, content: Buffer, reason: RegExp][] = [
      ['cut off in the gzip', whole.subarray(0, whole.length - 30), /cannot be read/],
      ['cut off between lines', gzipSync(lines.slice(0, -1).join('\n')), /it is incomplete/],
      ['without a row', gzipSync([...lines.slice(0, 2), ...lines.slice(3)].join('\n')), /rows instead of/],
      ['no gzip', Buffer.from('hello'), /cannot be read/],
      ['no backup', gzipSync('{"a":1}\n'), /it is not a backup/],
      ['empty', gzipSync(''), /it is not a backup/],
      ['newer', gzipSync([head, ...lines.slice(1)].join('\n')), /the backup has version/],
    ];
    const before = await readAll(source);
    for (const [name, content, reason] of damaged) {
      writeFileSync(file, content);
      const { code, text } = await captureCommand(t, runRestore, [file, '--replace'], source);
      assert.equal(code, 1, name);
      assert.match(text, /nothing was changed/, name);
      assert.match(text, reason, name);
      assert.deepEqual(await readAll(source), before, name);
    }
    const folder = dirname(file);
    const { text } = await captureCommand(t, runRestore, [folder, '--replace'], source);
    assert.equal(
      text.startsWith(`${folder} was not restored, and nothing was changed: it cannot be read (EISDIR`),
      true,
    );
    assert.match((await captureCommand(t, runRestore, ['/no/such/file'], source)).text, /There is no file/);
    assert.match((await captureCommand(t, runRestore, ['a', 'b'], source)).text, /^Usage: npm run restore/);
  });

  it('migrates the backup of an earlier release', async (t) => {
    const lines = [
      { format: 'site-backup', version: 1, date: '2026-01-01' },
      { table: 'comments', row: { id: 7, news_id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01' } },
      { rows: 1 },
    ];
    const file = join(await temporaryFolder(t), 'old.jsonl.gz');
    writeFileSync(file, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
    for (const [name, newPlace] of Object.entries(places)) {
      if (name === 'PostgreSQL' && isMissing) continue;
      const place = await newPlace(t);
      const { code, text } = await captureCommand(t, runRestore, [file], place);
      assert.equal(code, 0, text);
      const [comment] = (await readAll(place))['comments'] as { id: number; content: string }[];
      assert.deepEqual([comment?.id, comment?.content], [7, 'Thank you']);
    }
  });
});
