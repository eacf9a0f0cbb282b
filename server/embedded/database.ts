import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import { seedNews } from './news-seed.ts';
import { isBusy } from './storage-fault.ts';

/** The file's name under DATA_DIR. */
export const databaseFile = 'backend.sqlite';

/** Messages, e-mail addresses and attachments are nobody's business but the site's. */
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

/**
 * Runs `task` in a transaction that holds the write lock from its beginning: one that begins by reading and then
 * writes is refused at once while another connection writes.
 */
export function inTransaction<T>(database: DatabaseSync, task: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = task();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      if (database.isTransaction) database.exec('ROLLBACK');
    } catch {
      // The first error says more. A connection that cannot roll back is replaced by its owner.
    }
    throw error;
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

/**
 * Opens the database in a folder that is there, and brings its schema and the site's own news up to date. Throws what
 * SQLite or the disk refuses, and NewerDatabaseError.
 */
export function reopenDatabase(dataDir: string): DatabaseSync {
  restrictAccess(dataDir);
  const database = new DatabaseSync(join(dataDir, databaseFile), { timeout: openBusyMs });
  try {
    changeToWal(database);
    // Every acknowledged row is on the disk.
    database.exec('PRAGMA synchronous = FULL');
    inTransaction(database, () => {
      migrate(database);
      seedNews(database);
    });
    // From here on its owner waits for locks without blocking the thread.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    // A connection left open could hold a lock that another process waits for.
    database.close();
    throw error;
  }
}

/**
 * Opens the database at the start of the site, and makes the folder. Later it is not made again: where a mounted disk
 * is gone, data must not go to the disk below it.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: folderMode });
  return reopenDatabase(dataDir);
}
