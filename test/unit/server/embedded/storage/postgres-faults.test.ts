import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { ConfigError } from '#server/config/config-error.ts';
import { describeDatabaseError, openReportedStorage } from '#server/embedded/storage/open-reported-storage.ts';
import { prepareDatabase } from '#server/embedded/storage/prepare-database.ts';
import { openStorage, StorageError, type Storage } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { sharedPostgres } from '../../../../support/databases.ts';
import { missingPostgres, type PostgresServer } from '../../../../support/postgres.ts';
import { until } from '../../../../support/until.ts';

/** Asks for an authentication that the driver does not know: its error has no code, like most of its errors of TLS. */
const unknownAuthentication = Buffer.from('R\0\0\0\x0b\0\0\0\x0aX\0\0', 'latin1');

/** Forwards connections to the database server, or answers new ones itself with `answer`. */
async function startForwarder(t: TestContext, databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl);
  const socketFile = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const forwarder = { answer: null as Buffer | null, url: '', disconnect };
  function disconnect() {
    for (const socket of sockets) socket.destroy();
  }
  const server = createServer((site) => {
    sockets.add(site.on('error', () => undefined));
    if (forwarder.answer) site.end(forwarder.answer);
    else site.pipe(connect(socketFile).on('error', () => site.destroy())).pipe(site);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    disconnect();
    server.close();
  });
  forwarder.url = `postgres://site@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
  return forwarder;
}

/** The server ends the connection that this runs on. */
const end = (database: Database) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(database);

const add = (content: string) => (database: Database) =>
  database.insertInto('comments').values({ news_id: '1', author: 'Olha', content, date: '' }).execute();

/** Opens a storage that cannot be opened. Returns the sentence for the operator. */
async function failToOpen(databaseUrl: string): Promise<string> {
  const opened = openReportedStorage(
    { dataDir: '', databaseUrl },
    { writeLog: () => undefined, onState: () => undefined },
  );
  const error: unknown = await opened.then((storage) => storage.close()).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ConfigError, String(error));
  return error.message;
}

const latinOf = (databaseUrl: string) => databaseUrl.replace('/site_', '/latin_');

/** Runs statements on a connection of its own. */
async function run(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('the storage on PostgreSQL', { skip: missingPostgres() }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });

  it('explains in one sentence that a connection with TLS was refused', async () => {
    assert.equal(
      await failToOpen(`${await server.createDatabase()}&sslmode=verify-full`),
      'DATABASE_URL cannot be used: it must be a PostgreSQL database that takes connections (The server does not support SSL connections).',
    );
  });

  const asGuest = (databaseUrl: string) => databaseUrl.replace('site@', 'guest@');
  for (const [title, statements, usedUrl, reason] of [
    [
      'the user may not make tables',
      ['CREATE ROLE guest LOGIN', 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'],
      asGuest,
      'permission denied for schema public',
    ],
    ['a table of another program has the same name', ['CREATE TABLE messages (x integer)'], String, 'column "date" '],
    ['its encoding lacks letters', [], latinOf, 'character with byte sequence '],
  ] as const)
    it(`explains in one sentence that the database cannot be used: ${title}`, async () => {
      const databaseUrl = await server.createDatabase();
      const latin = new URL(latinOf(databaseUrl)).pathname.slice(1);
      await run(databaseUrl, `CREATE DATABASE ${latin} ENCODING 'LATIN1' TEMPLATE template0`, ...statements);
      const sentence = await failToOpen(usedUrl(databaseUrl));
      assert.ok(
        sentence.startsWith(
          `DATABASE_URL cannot be used: it must be a database with the encoding UTF8 that belongs to its user and is the site’s alone (${reason}`,
        ),
        sentence,
      );
      assert.match(sentence, /^[^\n]+\)\.$/);
    });

  it('responds 503 while connections fail for whatever reason, and works again afterwards', async (t) => {
    const forwarder = await startForwarder(t, await server.createDatabase());
    const changes: string[] = [];
    const onChange = (state: string) => changes.push(state);
    const storage = await openStorage({ dataDir: '', databaseUrl: forwarder.url, probeMs: 20, onChange });
    t.after(() => storage.close());
    await storage.write(add('before'));

    forwarder.answer = unknownAuthentication;
    forwarder.disconnect();
    const isRefusal = (error: unknown) => error instanceof StorageError && error.status === 503;
    // The pool may give the first write a connection that the server has closed.
    for (let attempt = 0; attempt < 2; attempt += 1) await assert.rejects(storage.write(add('lost')), isRefusal);
    assert.equal(storage.state, 'failing');

    forwarder.answer = null;
    await until('the storage has found out', () => storage.state === 'ok');
    await storage.write(add('after'));
    assert.deepEqual(changes, ['failing', 'ok']);
  });

  it('gives the reason for which the server has ended the connection of a write', async (t) => {
    const reasons: string[] = [];
    const onChange = (_state: string, reason: string) => reasons.push(reason);
    const storage = await openStorage({ dataDir: '', databaseUrl: await server.createDatabase(), onChange });
    t.after(() => storage.close());
    await assert.rejects(storage.write(end), StorageError);
    await storage.write(add('after'));
    assert.deepEqual(reasons, ['terminating connection due to administrator command', 'a write has succeeded']);
  });

  it('is opened by a second attempt if the server ends the connection of the first one, as a restart does', async () => {
    let attempts = 0;
    const storage = await openStorage({
      dataDir: '',
      databaseUrl: await server.createDatabase(),
      async prepare(database, dialect) {
        attempts += 1;
        if (attempts === 1) await end(database);
        await prepareDatabase(database, dialect);
      },
    });
    await storage.write(add('stored'));
    await storage.close();
    assert.equal(attempts, 2);
  });

  it('shares the connections that the server allows, and rejects if there are none', async (t) => {
    const databaseUrl = await server.createDatabase();
    const limitedUrl = databaseUrl.replace('site@', 'limited@');
    const grant = 'GRANT ALL ON SCHEMA public TO limited';
    await run(databaseUrl, 'CREATE ROLE limited LOGIN CONNECTION LIMIT 2', grant);
    const changes: string[] = [];
    const onChange = (state: string) => changes.push(state);
    const storage = await openStorage({ dataDir: '', databaseUrl: limitedUrl, onChange });
    t.after(() => storage.close());
    const read = () => storage.read((database) => sql`SELECT pg_sleep(0.02)`.execute(database));
    await Promise.all([...Array.from({ length: 20 }, read), storage.write(add('meanwhile'))]);
    assert.deepEqual(changes, []);

    await run(databaseUrl, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'limited'");
    const others = [new pg.Client(limitedUrl), new pg.Client(limitedUrl)];
    for (const other of others) {
      await other.connect();
      t.after(() => other.end());
    }
    const results = await Promise.allSettled(Array.from({ length: 5 }, read));
    assert.ok(results.every(({ status }) => status === 'rejected'));
  });

  it('does not write on a connection from a time when the server was read-only', async (t) => {
    const databaseUrl = await server.createDatabase();
    const changes: string[] = [];
    const onChange = (state: string) => changes.push(state);
    const place = { dataDir: '', databaseUrl, probeMs: 20, onChange };
    // One of the copies of the site writes in that time, the other one only reads.
    const copies = [await openStorage(place), await openStorage(place)] as const;
    for (const copy of copies) t.after(() => copy.close());
    const name = new URL(databaseUrl).pathname.slice(1);
    await run(
      databaseUrl,
      `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    const fillPool = (storage: Storage) =>
      Promise.all(
        Array.from({ length: 4 }, () => storage.read((database) => sql`SELECT pg_sleep(0.1)`.execute(database))),
      );
    await until('the connections are new', () => Promise.all(copies.map(fillPool)).then(Boolean, () => false));
    await assert.rejects(copies[0].write(add('lost')), /read-only/);
    assert.equal(copies[0].state, 'failing');

    await run(
      databaseUrl,
      'SET default_transaction_read_only = off',
      `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    );
    await copies[1].write(add('of the copy that has only read'));
    await until('the other copy has found out', () => copies[0].state === 'ok');
    changes.length = 0;
    await Promise.all(copies.map(fillPool));
    for (const copy of [...copies, ...copies]) await copy.write(add('after'));
    assert.deepEqual(changes, []);
  });

  it('waits at the start as long for a lock as for a server, and names the lock when it is held longer', async (t) => {
    const databaseUrl = await server.createDatabase();
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    t.after(() => holder.end());
    await holder.query('SELECT pg_advisory_lock(5270001)');
    const place = { dataDir: '', databaseUrl, busyMs: 50 };
    const refused: unknown = await openStorage({ ...place, openMs: 100 }).catch((error: unknown) => error);
    assert.equal(
      describeDatabaseError(place, refused),
      'DATABASE_URL cannot be used: another process holds a lock on it, such as a backup, a restore or an upgrade (canceling statement due to lock timeout).',
    );
    const opened = openStorage({ ...place, openMs: 60_000 });
    const givenUp = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'rollback'";
    await until('the first attempt has ended', async () => (await holder.query(givenUp)).rowCount === 1);
    await holder.query('SELECT pg_advisory_unlock(5270001)');
    await (await opened).close();
  });
});
