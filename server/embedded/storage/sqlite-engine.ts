import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import type { Prepare } from './prepare-database.ts';
import { sqliteSchema } from './sqlite-dialect.ts';
import { databaseFile, openFile, reopenFile, type SqliteFile } from './sqlite-file.ts';
import type { Database } from './tables.ts';

/**
 * Opens SQLite in a folder; waits `openMs` milliseconds for the lock of another process. Connections are reopened if
 * the file was removed or the disk failed. Rejects with errors of SQLite or the disk, and with NewerDatabaseError.
 */
export async function openSqlite(dataDir: string, openMs: number, prepare?: Prepare): Promise<Engine> {
  const path = join(dataDir, databaseFile);
  const identify = () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.dev}:${stat.ino}` : null;
  };
  let file = await openFile(dataDir, openMs, prepare);
  let opened = identify();
  let broken = false;
  let reopening: Promise<void> | undefined;
  // Closing the last connection to a removed file deletes the write-ahead log at that path, which may belong to a new
  // file. The garbage collector would close these connections, so they are stored here until the process ends.
  const removed: SqliteFile[] = [];

  async function reopen(): Promise<void> {
    const replaced = file;
    file = await reopenFile(dataDir, undefined, prepare);
    const present = identify();
    if (present === opened) void replaced.close();
    else removed.push(replaced);
    opened = present;
    broken = false;
  }

  /**
   * Returns a connection to the current file, because SQLite would continue to write to a removed one. Rejects with
   * errors of the disk.
   */
  async function findWriter(): Promise<Database> {
    if (broken || identify() !== opened) {
      reopening ??= reopen().finally(() => {
        reopening = undefined;
      });
      await reopening;
    }
    return file.writer;
  }

  async function transaction<T>(effect: (database: Database) => Promise<T>): Promise<T> {
    const writer = await findWriter();
    return writer.transaction().execute(effect);
  }

  return {
    dialect: sqliteSchema,
    // The connection is held for the whole query, so that it is not closed in the middle.
    read: (query) => file.reader.connection().execute(query),
    transaction,
    // Writes the stored version again: during an upgrade the next release may already have raised it.
    probe: () =>
      transaction(async (database) => sqliteSchema.writeVersion(database, await sqliteSchema.readVersion(database))),
    markBroken() {
      broken = true;
    },
    close: () => file.close(),
  };
}
