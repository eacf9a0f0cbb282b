import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { retry } from '../lib/retry.ts';
import type { Engine } from './engine.ts';
import { openPostgresKysely, postgresSchema, type PostgresOptions } from './postgres-dialect.ts';
import { prepareDatabase, type Prepare } from './prepare-database.ts';
import { isBusy, isReadOnly, isUnreachable } from './storage-fault.ts';
import type { Database } from './tables.ts';

/** The key of the advisory lock. No other application may use the same number on this database. */
const writeLock = 5_270_001;

/** Creates the error that PostgreSQL raises for a lock timeout. */
const lockTimeout = () => Object.assign(new Error('the writes before this one take too long'), { code: '55P03' });

/** The pause between two attempts to reach a database server that is still starting. */
const openPauseMs = 250;

/** Serialises writes across processes: the advisory lock is released at the end of its transaction. */
function createTransaction(database: Database, busyMs: number): Engine['transaction'] {
  // Waiting writes must not use up the connections of reads.
  const oneAtATime = pLimit(1);
  return (effect) => {
    let isWaiting = true;
    let hasTimedOut = false;
    const write = oneAtATime(() => {
      if (hasTimedOut) throw lockTimeout();
      isWaiting = false;
      return database.transaction().execute(async (connection) => {
        // Under READ COMMITTED each statement sees earlier commits, so statements after the lock see the previous
        // write.
        await sql`SELECT pg_advisory_xact_lock(${writeLock})`.execute(connection);
        return effect(connection);
      });
    });
    // A write before this one may wait for a silent server much longer than `busyMs`.
    const timeout = wait(busyMs, undefined, { ref: false }).then(() => {
      hasTimedOut = isWaiting;
      return hasTimedOut ? Promise.reject(lockTimeout()) : write;
    });
    return Promise.race([write, timeout]);
  };
}

/**
 * Opens PostgreSQL, which several processes may share. Writes are serialised as in SQLite, so code that is correct on
 * one database is correct on the other. `openMs` is the timeout for a server that is not reachable yet, or for the lock
 * of another process. Rejects with the server's error or NewerDatabaseError.
 */
export async function openPostgres(options: PostgresOptions & { openMs: number; prepare?: Prepare }): Promise<Engine> {
  const { prepare = prepareDatabase } = options;
  const { database, renew } = openPostgresKysely(options);
  const attempt = createTransaction(database, options.busyMs);
  const transaction: Engine['transaction'] = (effect) =>
    attempt(effect).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
      // A connection from a time when the server was read-only stays read-only when the server takes writes again.
      renew();
      return attempt(effect);
    });
  try {
    await retry(() => transaction((connection) => prepare(connection, postgresSchema)), {
      timeoutMs: options.openMs,
      pauseMs: openPauseMs,
      canRetry: (error) => isUnreachable(error) || isBusy(error),
    });
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
