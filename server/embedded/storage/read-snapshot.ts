import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { schemaVersion, type SchemaDialect } from './migrations.ts';
import { maxDiskPauseMs, openPostgresKysely, postgresSchema } from './postgres-dialect.ts';
import { createSqliteKysely, sqliteSchema } from './sqlite-dialect.ts';
import { databaseFile } from './sqlite-file.ts';
import type { DatabasePlace } from './storage.ts';
import type { Database } from './tables.ts';

/** Whether there is a database: a file in DATA_DIR, or the PostgreSQL server of DATABASE_URL. */
export const hasDatabase = ({ dataDir, databaseUrl }: DatabasePlace): boolean =>
  databaseUrl !== null || existsSync(join(dataDir, databaseFile));

/** The sentence for an operator whose command finds no database. */
export const noDatabaseIn = ({ dataDir }: DatabasePlace): string =>
  `there is no database in ${dataDir}. Start the site first, or set DATA_DIR to where its data is.`;

/** The schema version of the database differs from the one of this release, so the queries of a command might fail. */
class OtherVersionError extends Error {
  override name = 'OtherVersionError';
  /** The version of the database; 0 if it has no tables yet. */
  readonly version: number;

  constructor(version: number, message: string) {
    super(message);
    this.version = version;
  }
}

const emptyPostgres =
  'the database in DATABASE_URL is empty: start the site first, or set DATABASE_URL to where its data is';

function requireVersion(version: number): void {
  if (version === schemaVersion) return;
  const advice = version < schemaVersion ? 'start the site once, which brings it up to date' : 'use the newer release';
  throw new OtherVersionError(
    version,
    `the database has version ${version} and this release has version ${schemaVersion}: ${advice}`,
  );
}

/**
 * Runs a query on a read-only snapshot of the database, for commands: the connection is opened and closed again.
 * Rejects with the database's error or OtherVersionError.
 */
export async function readSnapshot<T>(
  { dataDir, databaseUrl }: DatabasePlace,
  query: (database: Database, dialect: SchemaDialect) => Promise<T>,
): Promise<T> {
  if (databaseUrl) {
    await using postgres = openPostgresKysely({ url: databaseUrl, busyMs: 5000, pauseMs: maxDiskPauseMs }).database;
    const snapshot = postgres.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await snapshot.execute(async (database) => {
      const version = await postgresSchema.readVersion(database);
      if (version === 0) throw new OtherVersionError(version, emptyPostgres);
      requireVersion(version);
      return query(database, postgresSchema);
    });
  }
  using connection = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true, timeout: 5000 });
  return await createSqliteKysely(connection)
    .transaction()
    .setAccessMode('read only')
    .execute(async (database) => {
      requireVersion(await sqliteSchema.readVersion(database));
      return query(database, sqliteSchema);
    });
}

/**
 * Rejects with OtherVersionError if there is a database with the schema version of another release. Opening the storage
 * would migrate such a database, and the earlier release, which may still run, could not be started again. A database
 * without tables is accepted.
 */
export async function requireOwnVersion(place: DatabasePlace): Promise<void> {
  if (!hasDatabase(place)) return;
  try {
    await readSnapshot(place, () => Promise.resolve());
  } catch (error) {
    if (!(error instanceof OtherVersionError && error.version === 0)) throw error;
  }
}
