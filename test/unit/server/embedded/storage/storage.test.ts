import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { NewerDatabaseError, schemaVersion } from '#server/embedded/storage/migrations.ts';
import { postgresSchema } from '#server/embedded/storage/postgres-dialect.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import { sqliteSchema } from '#server/embedded/storage/sqlite-dialect.ts';
import { openStorage, StorageError, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { killAfter } from '../../../../support/process.ts';
import { until } from '../../../../support/until.ts';

const add = (content: string) => (database: Database) =>
  database
    .insertInto('comments')
    .values({ news_id: '1', author: 'Olha', content, date: '' })
    .returning('id')
    .executeTakeFirstOrThrow();

async function contents(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('comments').select('content').orderBy('id').execute();
  return rows.map(({ content }) => content);
}

async function open(t: TestContext, place: DatabasePlace) {
  const changes: string[] = [];
  const storage = await openStorage({
    ...place,
    busyMs: 400,
    probeMs: 20,
    openMs: 1000,
    onChange: (state) => changes.push(state),
  });
  t.after(() => storage.close());
  return { storage, changes };
}

describeOnBoth('the storage', (newPlace, server) => {
  it('stores all of a write or nothing, and continues after an error of the caller', async (t) => {
    const { storage } = await open(t, await newPlace(t));
    await assert.rejects(
      storage.write(async (database) => {
        await add('undone')(database);
        throw new TypeError('on purpose');
      }),
      TypeError,
    );
    await storage.write(add('stored'));
    assert.deepEqual(await storage.read(contents), ['stored']);
    assert.equal(storage.state, 'ok');
  });

  it('shows committed data to a read, and no data of an open write', async (t) => {
    const { storage } = await open(t, await newPlace(t));
    await storage.write(async (database) => {
      await add('first')(database);
      assert.deepEqual(await storage.read(contents), []);
      assert.deepEqual(await contents(database), ['first']);
    });
    assert.deepEqual(await storage.read(contents), ['first']);
  });

  it('serialises writes, in one process and in two', async (t) => {
    const place = await newPlace(t);
    // A write of these storages waits for other writes as long as on a server. `open` makes storages that wait 0.4 s.
    const storages = [await openTestStorage(t, place), await openTestStorage(t, place)];
    // Without serialised writes, two concurrent increments of the same row would lose one.
    const count = async (database: Database) => {
      const row = await database.selectFrom('jobs').select('done').where('name', '=', 'n').executeTakeFirst();
      const done = (row?.done ?? 0) + 1;
      await database
        .insertInto('jobs')
        .values({ name: 'n', done })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ done }))
        .execute();
    };
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 10 }, (_, position) => storages[position % 2]?.write(count)));
    const { done } = await storages[0]!.read((database) =>
      database.selectFrom('jobs').select('done').where('name', '=', 'n').executeTakeFirstOrThrow(),
    );
    assert.equal(done, 100);
  });

  it('assigns ascending ids, returns numbers, and stores bytes and every text without the character NUL', async (t) => {
    const { storage } = await open(t, await newPlace(t));
    const one = await storage.write(add('Доброго дня 👋 \' " \\ %_'));
    const other = await storage.write(add('a\0b'));
    assert.equal(typeof one.id, 'number');
    assert.ok(other.id > one.id);
    const [first = '', second = ''] = await storage.read(contents);
    assert.equal(first, 'Доброго дня 👋 \' " \\ %_');
    assert.equal(second.replace('\0', ''), 'ab');
    const attachment = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await storage.write((database) =>
      database
        .insertInto('messages')
        .values({ first_name: '', last_name: '', email: '', message: '', date: '', attachment_name: 'x', attachment })
        .execute(),
    );
    const stored = await storage.read((database) =>
      database.selectFrom('messages').select('attachment').executeTakeFirstOrThrow(),
    );
    assert.deepEqual(Buffer.from(stored.attachment ?? []), attachment);
  });

  it('never gives the id of a deleted row again', async (t) => {
    const { storage } = await open(t, await newPlace(t));
    const first = await storage.write(add('first'));
    await storage.write((database) => database.deleteFrom('comments').execute());
    const second = await storage.write(add('second'));
    assert.ok(second.id > first.id);
  });

  it('sorts texts by code point', async (t) => {
    const { storage } = await open(t, await newPlace(t));
    const texts = ['2026-01-01T10:00:00.500Z', '2026-01-01T10:00:00Z', 'B', 'a', 'А'];
    for (const content of texts.toReversed()) await storage.write(add(content));
    const rows = await storage.read((database) =>
      database.selectFrom('comments').select('content').orderBy('content').execute(),
    );
    assert.deepEqual(
      rows.map(({ content }) => content),
      texts,
    );
  });

  it('refuses the database of a newer version in one sentence, and changes nothing in it', async (t) => {
    const place = await newPlace(t);
    const { storage } = await open(t, place);
    const schema = place.databaseUrl ? postgresSchema : sqliteSchema;
    await storage.write((database) => schema.writeVersion(database, schemaVersion + 1));
    await assert.rejects(openStorage(place), (error: Error) => {
      assert.ok(error instanceof NewerDatabaseError);
      assert.match(error.message, new RegExp(`^the database has version ${schemaVersion + 1}, and [^.\n]+$`));
      return true;
    });
    assert.equal(await storage.read((database) => schema.readVersion(database)), schemaVersion + 1);
  });

  it('is created by one of several processes that start at the same time, and used by all', async (t) => {
    const file = join(import.meta.dirname, '../../../../support/open-database.ts');
    const processes = Array.from({ length: 4 }, () => fork(file, { execArgv: [] }));
    for (const child of processes) killAfter(t, child);
    const hear = async (child: ChildProcess) => ((await once(child, 'message')) as [string])[0];
    await Promise.all(processes.map(hear));
    for (let round = 0; round < (server() ? 5 : 25); round += 1) {
      const place = await newPlace(t);
      const answers = processes.map(hear);
      for (const child of processes) child.send(place);
      assert.deepEqual(await Promise.all(answers), ['opened', 'opened', 'opened', 'opened']);
    }
  });

  it('gives a command a consistent snapshot of the database that it cannot change', async (t) => {
    const place = await newPlace(t);
    const { storage } = await open(t, place);
    await storage.write(add('before'));
    const seen = await readSnapshot(place, async (database) => {
      const first = await contents(database);
      await storage.write(add('after'));
      return [first, await contents(database)];
    });
    assert.deepEqual(seen, [['before'], ['before']]);
    await assert.rejects(readSnapshot(place, add('refused')), /read-?only/);
  });

  it('that waits too long for the write of another process responds 503, allows reads, and recovers', async (t) => {
    const place = await newPlace(t);
    const { storage, changes } = await open(t, place);
    const { storage: other } = await open(t, place);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holder = other.write(async () => {
      hold();
      await released;
    });
    await held;
    const refused = [storage.write(add('lost')), storage.write(add('lost too'))].map((write) =>
      assert.rejects(write, (error) => error instanceof StorageError && error.status === 503),
    );
    assert.deepEqual(await storage.read(contents), []);
    await Promise.all(refused);
    assert.equal(storage.state, 'failing');
    release();
    await holder;
    await until('the storage has found out', () => storage.state === 'ok');
    await storage.write(add('stored'));
    assert.deepEqual(await storage.read(contents), ['stored']);
    assert.deepEqual(changes, ['failing', 'ok']);
  });

  it('of a server that ends responds 503, and works again when the server is back', async (t) => {
    const postgres = server();
    if (!postgres) {
      t.skip('SQLite has no server');
      return;
    }
    const place = await newPlace(t);
    const { storage, changes } = await open(t, place);
    await storage.write(add('before'));
    await postgres.kill();
    const isRefusal = (error: unknown) => error instanceof StorageError && error.status === 503;
    await assert.rejects(storage.write(add('lost')), isRefusal);
    await assert.rejects(storage.read(contents), isRefusal);
    await assert.rejects(openStorage({ ...place, openMs: 300 }), { code: 'ENOENT' });
    const late = openStorage({ ...place, openMs: 60_000 });
    await postgres.start();
    await (await late).close();
    await until('the storage has found out', () => storage.state === 'ok');
    assert.deepEqual(await storage.read(contents), ['before']);
    assert.deepEqual(changes, ['failing', 'ok']);
  });

  it('of a server that ends in the middle of a write and of a read refuses both, and goes on', async (t) => {
    const postgres = server();
    if (!postgres) {
      t.skip('SQLite has no server');
      return;
    }
    const { storage } = await open(t, await newPlace(t));
    await storage.write(add('before'));
    const isRefusal = (error: unknown) => error instanceof StorageError && error.status === 503;
    const { promise: killed, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const written = storage.write(async (database) => {
      begin();
      await killed;
      return add('lost')(database);
    });
    const read = storage.read((database) => sql`SELECT pg_sleep(20)`.execute(database));
    const results = Promise.allSettled([written, read]);
    await begun;
    await postgres.kill();
    goOn();
    for (const result of await results) assert.ok(result.status === 'rejected' && isRefusal(result.reason));
    await postgres.start();
    await until('the storage has found out', () => storage.state === 'ok');
    assert.deepEqual(await storage.read(contents), ['before']);
  });
});
