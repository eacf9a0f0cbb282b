import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { schemaVersion } from './migrations.ts';
import { sqliteSchema } from './sqlite-dialect.ts';
import { databaseFile, openFile, reopenFile, type SqliteFile } from './sqlite-file.ts';
import type { Database } from './tables.ts';

/**
 * SQLite in a folder. Its connections are replaced when the file was removed or when the disk has refused. Rejects with
 * what SQLite or the disk refuses, and with NewerDatabaseError.
 */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const path = join(dataDir, databaseFile);
  const identify = () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.dev}:${stat.ino}` : null;
  };
  let file = await openFile(dataDir);
  let opened = identify();
  let broken = false;
  let reopening: Promise<void> | undefined;
  // Closing the last connection to a removed file deletes the log beside its path, which may be a new file's log.
  const removed: SqliteFile[] = [];

  async function reopen(): Promise<void> {
    const replaced = file;
    file = await reopenFile(dataDir);
    const present = identify();
    if (present === opened) void replaced.close();
    else removed.push(replaced);
    opened = present;
    broken = false;
  }

  /** A connection to the present file: SQLite itself goes on writing to a removed one. Rejects with what the disk refuses. */
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
    // The whole query has the connection, so that the connection is not closed in the middle of it.
    read: (query) => file.reader.connection().execute(query),
    transaction,
    probe: () => transaction((database) => sqliteSchema.writeVersion(database, schemaVersion)),
    markBroken() {
      broken = true;
    },
    close: () => file.close(),
  };
}
