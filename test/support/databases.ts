import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { openStorage, type DatabasePlace, type Storage } from '#server/embedded/storage/storage.ts';
import { missingPostgres, startPostgres, type PostgresServer } from './postgres.ts';
import type { Cleanup } from './process.ts';

/** Creates an empty database for the test; it is removed with the test. */
export type NewPlace = (t: Cleanup) => Promise<DatabasePlace>;

/** Creates a temporary folder. */
export function temporaryDataDir(t: Cleanup): string {
  const parent = mkdtempSync(join(tmpdir(), 'storage-'));
  t.after(() => Promise.resolve(rmSync(parent, { recursive: true, force: true })));
  return join(parent, 'data');
}

/** A place in SQLite; nothing is made there before it is opened. */
export const newSqlite: NewPlace = (t) => Promise.resolve({ dataDir: temporaryDataDir(t), databaseUrl: null });

/** A storage that is closed with the test. */
export async function openTestStorage(t: Cleanup, place: DatabasePlace): Promise<Storage> {
  const storage = await openStorage(place);
  t.after(() => storage.close());
  return storage;
}

let shared: Promise<PostgresServer> | undefined;
after(async () => (await shared)?.end());

/** Tests that run on both databases, once each. The PostgreSQL is one for all tests of a process. */
export function describeOnBoth(name: string, suite: (newPlace: NewPlace, server: () => PostgresServer | null) => void) {
  describe(`${name}, on SQLite`, () => suite(newSqlite, () => null));
  describe(`${name}, on PostgreSQL`, { skip: missingPostgres() }, () => {
    let server: PostgresServer;
    before(async () => {
      server = await (shared ??= startPostgres());
    });
    suite(
      async (t) => ({ dataDir: temporaryDataDir(t), databaseUrl: await server.createDatabase() }),
      () => server,
    );
  });
}
