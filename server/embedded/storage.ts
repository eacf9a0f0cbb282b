import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFile, inTransaction, openDatabase, reopenDatabase } from './database.ts';
import { schemaVersion } from './migrations.ts';
import { isBusy, storageFault, type StorageFault } from './storage-fault.ts';

export type StorageState = 'ok' | 'failing';

/** The disk refused a call. The caller's data is not stored; the same call may succeed later. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly status: StorageFault['status'];

  constructor({ status, reason }: StorageFault, cause: unknown) {
    super(reason, { cause });
    this.status = status;
  }
}

export interface Storage {
  readonly state: StorageState;
  /** Throws StorageError. A query may run more than once, until no lock is in its way. */
  read<T>(query: (database: DatabaseSync) => T): Promise<T>;
  /** Runs `effect` in one transaction: all of it is stored, or nothing. Throws StorageError. */
  write<T>(effect: (database: DatabaseSync) => T): Promise<T>;
  close(): void;
}

export interface StorageOptions {
  dataDir: string;
  /** Called with each change of the state; the reason is for the operator. */
  onChange?: (state: StorageState, reason: string) => void;
  /** How long a call waits for a lock of another process. */
  busyMs?: number;
  /** While the storage is failing, it is tried this often. */
  probeMs?: number;
}

/** Between two tries for a lock; a commit of another process takes about as long. */
const busyPauseMs = 10;

/**
 * Tries again while another process holds the lock. SQLite's own wait would block the thread, and with it all reads.
 */
async function retryWhileBusy<T>(busyMs: number, task: () => T): Promise<T> {
  for (const deadline = Date.now() + busyMs; ;) {
    try {
      return task();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await wait(busyPauseMs);
    }
  }
}

/** The database's connection, replaced when its file was removed or when the disk has refused. */
function createConnection(dataDir: string) {
  const path = join(dataDir, databaseFile);
  const identify = () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.dev}:${stat.ino}` : null;
  };
  let database = openDatabase(dataDir);
  let file = identify();
  let broken = false;
  // Closing the last connection to a removed file deletes the log beside its path, which may be a new file's log.
  const removed: DatabaseSync[] = [];

  function reopen(): void {
    const replaced = database;
    database = reopenDatabase(dataDir);
    const present = identify();
    if (present === file) replaced.close();
    else removed.push(replaced);
    file = present;
    broken = false;
  }

  return {
    /** The connection as it is: reads go on where writes cannot. */
    current: () => database,
    /** A connection that can be written to; throws what the disk refuses. SQLite itself writes to a removed file. */
    writable(): DatabaseSync {
      if (broken || identify() !== file) reopen();
      return database;
    },
    markBroken() {
      broken = true;
    },
    close: () => database.close(),
  };
}

/** Opens the storage under `dataDir`; throws what SQLite or the disk refuses, and NewerDatabaseError. */
export function openStorage({ dataDir, onChange, busyMs = 5000, probeMs = 2000 }: StorageOptions): Storage {
  const connection = createConnection(dataDir);
  let state: StorageState = 'ok';
  let probe: NodeJS.Timeout | undefined;

  function change(next: StorageState, reason: string): void {
    if (state === next) return;
    state = next;
    clearInterval(probe);
    if (next === 'failing') probe = setInterval(probeWrite, probeMs).unref();
    onChange?.(next, reason);
  }

  /** A write that changes nothing, so that the state is right before a visitor finds out. */
  function probeWrite(): void {
    try {
      const database = connection.writable();
      inTransaction(database, () => database.exec(`PRAGMA user_version = ${schemaVersion}`));
      change('ok', 'a write has succeeded');
    } catch {
      connection.markBroken();
    }
  }

  async function run<T>(task: () => T): Promise<T> {
    try {
      return await retryWhileBusy(busyMs, task);
    } catch (error) {
      const fault = storageFault(error);
      if (!fault) throw error;
      // A lock says nothing against the connection that waited for it.
      if (!isBusy(error)) connection.markBroken();
      change('failing', fault.reason);
      throw new StorageError(fault, error);
    }
  }

  return {
    get state() {
      return state;
    },
    read: (query) => run(() => query(connection.current())),
    async write(effect) {
      const result = await run(() => {
        const database = connection.writable();
        return inTransaction(database, () => effect(database));
      });
      change('ok', 'a write has succeeded');
      return result;
    },
    close() {
      clearInterval(probe);
      connection.close();
    },
  };
}
