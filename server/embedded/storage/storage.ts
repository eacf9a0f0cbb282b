import { setTimeout as wait } from 'node:timers/promises';
import type { SchemaDialect } from './migrations.ts';
import { openPostgres } from './postgres-engine.ts';
import { openSqlite } from './sqlite-engine.ts';
import { isBusy, storageFault, type StorageFault } from './storage-fault.ts';
import type { Database } from './tables.ts';

export type StorageState = 'ok' | 'failing';

/** The disk or the database refused a call. The caller's data is not stored; the same call may succeed later. */
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
  readonly dialect: SchemaDialect;
  /** Rejects with StorageError. A query may run more than once, until no lock is in its way. */
  read<T>(query: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Runs `effect` in one transaction: all of it is stored, or nothing. One write runs after the other, so nothing that
   * `effect` has read changes before it writes. It may run more than once and must do nothing but queries. Rejects with
   * StorageError.
   */
  write<T>(effect: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** PostgreSQL where `databaseUrl` is one, SQLite in `dataDir` otherwise. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | null;
}

export interface StorageOptions extends DatabasePlace {
  /** Called with each change of the state; the reason is for the operator. */
  onChange?: (state: StorageState, reason: string) => void;
  /** How long a call waits for a lock of another process. */
  busyMs?: number;
  /** While the storage is failing, it is tried this often. */
  probeMs?: number;
  /** How long the start waits for a database server that does not answer yet. */
  openMs?: number;
}

/** The wait between two attempts to get a lock: about as long as a commit of another process takes. */
const busyPauseMs = 10;

/**
 * Tries again while another process holds the lock. SQLite's own wait would block the thread, and with it all reads.
 */
async function retryWhileBusy<T>(busyMs: number, task: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + busyMs; ;) {
    try {
      return await task();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await wait(busyPauseMs);
    }
  }
}

/** Opens the storage; rejects with what the database or the disk refuses, and with NewerDatabaseError. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, onChange, busyMs = 5000, probeMs = 2000, openMs = 15_000 } = options;
  const engine = databaseUrl ? await openPostgres({ url: databaseUrl, busyMs, openMs }) : await openSqlite(dataDir);
  let state: StorageState = 'ok';
  let probe: NodeJS.Timeout | undefined;

  function change(next: StorageState, reason: string): void {
    if (state === next) return;
    state = next;
    clearInterval(probe);
    if (next === 'failing') probe = setInterval(() => void probeWrite(), probeMs).unref();
    onChange?.(next, reason);
  }

  /** Finds out that writes succeed again before a visitor's post has to. */
  async function probeWrite(): Promise<void> {
    try {
      await engine.probe();
      change('ok', 'a write has succeeded');
    } catch {
      engine.markBroken();
    }
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await retryWhileBusy(busyMs, task);
    } catch (error) {
      const fault = storageFault(error);
      if (!fault) throw error;
      // A lock says nothing against the connection that waited for it.
      if (!isBusy(error)) engine.markBroken();
      change('failing', fault.reason);
      throw new StorageError(fault, error);
    }
  }

  return {
    get state() {
      return state;
    },
    dialect: engine.dialect,
    read: (query) => run(() => engine.read(query)),
    async write(effect) {
      const result = await run(() => engine.transaction(effect));
      change('ok', 'a write has succeeded');
      return result;
    },
    async close() {
      clearInterval(probe);
      await engine.close();
    },
  };
}
