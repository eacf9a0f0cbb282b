import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Engine } from './engine.ts';
import { openPostgresKysely, postgresSchema, type PostgresOptions } from './postgres-dialect.ts';
import { prepareDatabase } from './prepare-database.ts';
import { isUnreachable } from './storage-fault.ts';
import type { Database } from './tables.ts';

/** Any number that no other application uses for a lock of its own on the same database. */
const writeLock = 5_270_001;

/** The server's error for a lock that was not granted in time. */
const lockTimeout = () => Object.assign(new Error('the writes before this one take too long'), { code: '55P03' });

/** Waits for a server that starts at the same time as the site. */
async function retryWhileUnreachable(openMs: number, task: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + openMs; ;) {
    try {
      await task();
      return;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > deadline) throw error;
      await wait(250);
    }
  }
}

/** Runs one write after the other, those of other processes included: the lock ends with its transaction. */
function createTransaction(database: Database, busyMs: number): Engine['transaction'] {
  // Writes that wait for their turn must not take the connections of reads.
  const oneAtATime = pLimit(1);
  return (effect) => {
    const deadline = Date.now() + busyMs;
    return oneAtATime(() => {
      if (Date.now() > deadline) throw lockTimeout();
      return database.transaction().execute(async (connection) => {
        // Each statement sees what was committed before it (READ COMMITTED), so all that follows sees the last write.
        await sql`SELECT pg_advisory_xact_lock(${writeLock})`.execute(connection);
        return effect(connection);
      });
    });
  };
}

/**
 * PostgreSQL, in which several processes may work at the same time. Writes go one after the other, as in SQLite: what
 * is right on one of the databases is right on the other. `openMs` is how long the start waits for a server that does
 * not answer yet. Rejects with what the server says, and NewerDatabaseError.
 */
export async function openPostgres(options: PostgresOptions & { openMs: number }): Promise<Engine> {
  const database = openPostgresKysely(options);
  const transaction = createTransaction(database, options.busyMs);
  try {
    await retryWhileUnreachable(options.openMs, () =>
      transaction((connection) => prepareDatabase(connection, postgresSchema)),
    );
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    dialect: postgresSchema,
    read: (query) => query(database),
    transaction,
    async probe() {
      await transaction((connection) => sql`UPDATE schema_version SET version = version`.execute(connection));
    },
    markBroken: () => undefined,
    close: () => database.destroy(),
  };
}
