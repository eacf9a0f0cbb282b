import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { migrate } from '#server/embedded/storage/migrations.ts';
import { postgresSchema } from '#server/embedded/storage/postgres-dialect.ts';
import { sqliteSchema } from '#server/embedded/storage/sqlite-dialect.ts';
import { openStorage, type DatabasePlace, type Storage } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { missingPostgres, startPostgres, type PostgresServer } from './postgres.ts';
import { temporaryFolder, type Cleanup } from './process.ts';

/** Creates an empty database for the test; it is removed with the test. */
export type NewPlace = (t: Cleanup) => Promise<DatabasePlace>;

/** A place in SQLite; nothing is made there before it is opened. */
export const newSqlite: NewPlace = async (t) => ({
  dataDir: join(await temporaryFolder(t), 'data'),
  databaseUrl: null,
});

/** A storage that is closed with the test. */
export async function openTestStorage(t: Cleanup, place: DatabasePlace): Promise<Storage> {
  const storage = await openStorage(place);
  t.after(() => storage.close());
  return storage;
}

/** Writes to a database that no test has open; it may belong to a site that runs. */
export async function writeTo<Result>(
  place: DatabasePlace,
  effect: (database: Database) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(place);
  try {
    return await storage.write(effect);
  } finally {
    await storage.close();
  }
}

/** Replaces all tables of a place by the empty ones of an earlier schema, and changes them. */
export async function makeEarlier(
  place: DatabasePlace,
  version: number,
  change: (database: Database) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(place);
  const dialect = place.databaseUrl ? postgresSchema : sqliteSchema;
  await storage.write(async (database) => {
    for (const { name } of await database.introspection.getTables()) await database.schema.dropTable(name).execute();
    await dialect.writeVersion(database, 0);
    await migrate(database, dialect, version);
    await change(database);
  });
  await storage.close();
}

let shared: Promise<PostgresServer> | undefined;
after(async () => (await shared)?.end());

/** One PostgreSQL server for all tests of a process, started by the first of these tests. Each test has its own database. */
export const sharedPostgres = (): Promise<PostgresServer> => (shared ??= startPostgres());

/** Tests that run on both databases, once each. */
export function describeOnBoth(name: string, suite: (newPlace: NewPlace, server: () => PostgresServer | null) => void) {
  describe(`${name}, on SQLite`, () => suite(newSqlite, () => null));
  describe(`${name}, on PostgreSQL`, { skip: missingPostgres() }, () => {
    let server: PostgresServer;
    before(async () => {
      server = await sharedPostgres();
    });
    suite(
      async (t) => ({ ...(await newSqlite(t)), databaseUrl: await server.createDatabase() }),
      () => server,
    );
  });
}
