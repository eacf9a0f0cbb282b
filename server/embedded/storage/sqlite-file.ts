import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder } from '../lib/create-folder.ts';
import { codeOf } from '../lib/error-facts.ts';
import { retry } from '../lib/retry.ts';
import { prepareDatabase, type Prepare } from './prepare-database.ts';
import { createSqliteKysely, sqliteSchema } from './sqlite-dialect.ts';
import { isBusy } from './storage-fault.ts';
import type { Database } from './tables.ts';

/** The name of the database file in DATA_DIR. */
export const databaseFile = 'backend.sqlite';

/** The name of a generated licence key in DATA_DIR. */
export const generatedKeyFile = 'licence-key.pem';

/** What may be in a folder that was made for the database: names that begin so, and the folder of a mounted disk. */
const ownNames = [databaseFile, generatedKeyFile];
const diskFolder = 'lost+found';

/** Only the operating system user of the site may read messages, e-mail addresses and attachments. */
const folderMode = 0o700;
const fileMode = 0o600;

/** The timeout for a file that another process has locked, when it is opened again, in milliseconds. */
const reopenMs = 5000;

/** The pause between two attempts to open a locked file, in milliseconds. */
const lockPauseMs = 50;

/** Sets a file mode. A file of another user keeps its mode and remains usable. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/**
 * Sets modes regardless of the umask. A folder with other files was not made for the database and keeps its mode:
 * DATA_DIR=/tmp must not lock other users out of /tmp.
 */
function restrictAccess(dataDir: string): void {
  const entries = readdirSync(dataDir);
  const isOwn = (name: string) => name === diskFolder || ownNames.some((own) => name.startsWith(own));
  if (entries.every(isOwn)) setMode(dataDir, folderMode);
  const path = join(dataDir, databaseFile);
  // SQLite creates its additional files with the mode of the database file.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: fileMode });
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) setMode(path + suffix, fileMode);
}

/** One open file has two connections: one writes, the other reads committed data while the first waits for a lock. */
export interface SqliteFile {
  writer: Database;
  reader: Database;
  /** Waits for running queries and closes both connections. */
  close(): Promise<void>;
}

/** Closes a connection after its last query; Kysely runs one query at a time on it. */
const closeWhenFree = (kysely: Database, connection: DatabaseSync) =>
  kysely.connection().execute(() => Promise.resolve(connection.close()));

/** Opens and prepares the database once. Rejects at once if another process has locked it. */
async function openOnce(path: string, prepare: Prepare): Promise<SqliteFile> {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = WAL');
    // FULL makes every committed row survive a power failure.
    connection.exec('PRAGMA synchronous = FULL');
    // Otherwise the file contains what was erased until another row is stored in its place. See also empty-log.ts.
    connection.exec('PRAGMA secure_delete = ON');
    const writer = createSqliteKysely(connection);
    await writer.transaction().execute((database) => prepare(database, sqliteSchema));
    const readConnection = new DatabaseSync(path, { timeout: 0 });
    readConnection.exec('PRAGMA query_only = ON');
    // The first read opens the write-ahead log. Once it is open, reads continue even if the files are removed.
    readConnection.prepare('SELECT count(*) FROM sqlite_schema').get();
    const reader = createSqliteKysely(readConnection);
    return {
      writer,
      reader,
      async close() {
        await closeWhenFree(reader, readConnection);
        await closeWhenFree(writer, connection);
      },
    };
  } catch (error) {
    // An open connection could hold a lock that another process waits for.
    connection.close();
    throw error;
  }
}

/**
 * Opens and prepares the database in an existing folder. Waits `timeoutMs` milliseconds if another process has locked
 * it. Rejects with errors of SQLite or the disk, and with NewerDatabaseError.
 */
export async function reopenFile(
  dataDir: string,
  timeoutMs = reopenMs,
  prepare: Prepare = prepareDatabase,
): Promise<SqliteFile> {
  restrictAccess(dataDir);
  const path = join(dataDir, databaseFile);
  // SQLite's own timeout would block the thread, and it ignores it for the change to WAL mode.
  return retry(() => openOnce(path, prepare), { timeoutMs, pauseMs: lockPauseMs, canRetry: isBusy });
}

/**
 * Creates the folder and opens the database, at the start of the site. The folder is not created again later: if a
 * mounted disk is gone, data must not be written to the disk below it. Waits `timeoutMs` milliseconds for a lock: another
 * process may be migrating the database.
 */
export async function openFile(dataDir: string, timeoutMs: number, prepare?: Prepare): Promise<SqliteFile> {
  createFolder(dataDir, folderMode);
  return reopenFile(dataDir, timeoutMs, prepare);
}
