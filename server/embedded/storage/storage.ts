import { retry } from '../lib/retry.ts';
import type { SchemaDialect } from './migrations.ts';
import { openPostgres } from './postgres-engine.ts';
import type { Prepare } from './prepare-database.ts';
import { openSqlite } from './sqlite-engine.ts';
import { isBusy, storageFault, type StorageFault } from './storage-fault.ts';
import type { Database } from './tables.ts';

export type StorageState = 'ok' | 'failing';

/** The disk or the database failed. The caller's data was not stored; a retry may succeed. */
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
  /** Runs a query, again if a lock was in its way. Rejects with StorageError. */
  read<T>(query: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Runs `effect` in one transaction. Writes are serialised, so the data that `effect` has read does not change before
   * it writes. It may run more than once and must contain only queries. Rejects with StorageError.
   */
  write<T>(effect: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The database is PostgreSQL if `databaseUrl` is set, otherwise SQLite in `dataDir`. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | null;
}

export interface StorageOptions extends DatabasePlace {
  /** By default the database is migrated, and a new one is filled. */
  prepare?: Prepare;
  /** Called with each change of the state; the reason is for the operator. */
  onChange?: (state: StorageState, reason: string) => void;
  /** The lock timeout of a call, in milliseconds. */
  busyMs?: number;
  /** The interval of test writes while the storage fails, in milliseconds. */
  probeMs?: number;
  /** The timeout at the start for a database that is locked, or whose server is not reachable yet, in milliseconds. */
  openMs?: number;
  /** How long a transaction of PostgreSQL may pause between two statements, in milliseconds. */
  pauseMs?: number;
}

/** The delay between two attempts to get a lock is about the duration of one commit. */
const busyPauseMs = 10;

/** Opens the storage. Rejects with errors of the database or the disk, and with NewerDatabaseError. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, prepare, onChange, busyMs = 5000, probeMs = 2000, openMs = 15_000, pauseMs } = options;
  const engine = databaseUrl
    ? await openPostgres({ url: databaseUrl, busyMs, openMs, pauseMs, prepare })
    : await openSqlite(dataDir, openMs, prepare);
  let state: StorageState = 'ok';
  let probe: NodeJS.Timeout | undefined;

  function change(next: StorageState, reason: string): void {
    if (state === next) return;
    state = next;
    clearInterval(probe);
    if (next === 'failing') probe = setInterval(() => void probeWrite(), probeMs).unref();
    onChange?.(next, reason);
  }

  /** Detects that writes succeed again before a visitor's POST has to. */
  async function probeWrite(): Promise<void> {
    try {
      await engine.probe();
      change('ok', 'a write has succeeded');
    } catch (error) {
      if (!isBusy(error)) engine.markBroken();
    }
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    try {
      // SQLite's own busy timeout would block the thread and all reads.
      return await retry(task, { timeoutMs: busyMs, pauseMs: busyPauseMs, canRetry: isBusy });
    } catch (error) {
      const fault = storageFault(error);
      if (!fault) throw error;
      // A lock timeout does not mean that the connection is broken. Opening it again would fail until the
      // process restarts if a newer release has changed the database meanwhile.
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
