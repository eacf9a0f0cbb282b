import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { prepareDatabase } from './prepare-database.ts';
import { createSqliteKysely, sqliteSchema } from './sqlite-dialect.ts';
import { isBusy } from './storage-fault.ts';
import type { Database } from './tables.ts';

/** The file's name under DATA_DIR. */
export const databaseFile = 'backend.sqlite';

/** Only the user of the site may read messages, e-mail addresses and attachments. */
const folderMode = 0o700;
const fileMode = 0o600;

/** How long opening waits for another process that has the file. */
const openBusyMs = 5000;

/** Changing to WAL does not wait for another process, whatever `busy_timeout` is: it is tried again. */
function changeToWal(database: DatabaseSync): void {
  for (const deadline = Date.now() + openBusyMs; ;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

/** Sets a mode; what belongs to another user cannot be changed, and is usable all the same. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/**
 * Sets modes that do not depend on the umask. A folder that holds anything else than the database was not made for it
 * and keeps its mode: DATA_DIR=/tmp must not lock everybody out of /tmp.
 */
function restrictAccess(dataDir: string): void {
  const entries = readdirSync(dataDir);
  if (entries.every((name) => name.startsWith(databaseFile))) setMode(dataDir, folderMode);
  const path = join(dataDir, databaseFile);
  // SQLite gives the files beside the database the mode of the database.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: fileMode });
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) setMode(path + suffix, fileMode);
}

/** One open file: a connection that writes, and one that reads what is committed while the other one waits for a lock. */
export interface SqliteFile {
  writer: Database;
  reader: Database;
  /** Waits for the queries that run. */
  close(): Promise<void>;
}

/** Waits until no query uses the connection: Kysely gives it to one query at a time. */
const closeWhenFree = (kysely: Database, connection: DatabaseSync) =>
  kysely.connection().execute(() => Promise.resolve(connection.close()));

/**
 * Opens the database in a folder that is there, and brings its schema and the site's own news up to date. Rejects with
 * what SQLite or the disk refuses, and with NewerDatabaseError.
 */
export async function reopenFile(dataDir: string): Promise<SqliteFile> {
  restrictAccess(dataDir);
  const path = join(dataDir, databaseFile);
  const connection = new DatabaseSync(path, { timeout: openBusyMs });
  try {
    changeToWal(connection);
    // Every acknowledged row is on the disk.
    connection.exec('PRAGMA synchronous = FULL');
    const writer = createSqliteKysely(connection);
    await writer.transaction().execute((database) => prepareDatabase(database, sqliteSchema));
    // From here on their owner waits for locks without blocking the thread.
    connection.exec('PRAGMA busy_timeout = 0');
    const readConnection = new DatabaseSync(path, { timeout: 0 });
    readConnection.exec('PRAGMA query_only = ON');
    // The files of the log are opened by the first read: later they may be gone, and reads go on without them.
    readConnection.prepare('SELECT count(*) FROM news').get();
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
    // A connection left open could hold a lock that another process waits for.
    connection.close();
    throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes a folder and those above it. With `recursive` Node never returns where the system answers ENOENT, as in /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: folderMode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * Opens the database at the start of the site, and makes the folder. Later it is not made again: where a mounted disk
 * is gone, data must not go to the disk below it.
 */
export async function openFile(dataDir: string): Promise<SqliteFile> {
  makeFolder(dataDir);
  return reopenFile(dataDir);
}
