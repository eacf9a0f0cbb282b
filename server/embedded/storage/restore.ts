import { sql } from 'kysely';
import type { BackupHead, BackupLine } from './backup.ts';
import { createInsertion } from './insert-rows.ts';
import { migrate, schemaVersion } from './migrations.ts';
import type { Storage } from './storage.ts';
import { isInBackup, tableKeys, tableNames } from './table-keys.ts';
import type { Database, Tables } from './tables.ts';

/**
 * The backup cannot be restored into this database. The message completes the sentence "FILE was not restored, …: ".
 */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/** The site itself fills these tables, so they may have rows in an otherwise unused database. */
const siteTables: string[] = ['news', 'idempotency_keys', 'jobs', 'visits', 'vitals'] satisfies (keyof Tables)[];

async function requireNoData(database: Database): Promise<void> {
  for (const table of tableNames.filter((name) => !siteTables.includes(name))) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(database);
    if (rows.length > 0)
      throw new RestoreError(`there is data in the database (${table}): with --replace it is deleted`);
  }
}

function requireHead(line: BackupLine | undefined): BackupHead {
  if (!line || !('format' in line) || line.format !== 'site-backup') throw new RestoreError('it is not a backup');
  if (line.version > schemaVersion)
    throw new RestoreError(`the backup has version ${line.version} and this release has version ${schemaVersion}`);
  return line;
}

/**
 * Replaces the whole database by a backup in one transaction: it creates the tables in the version of the backup, fills
 * them and migrates them. Nobody is signed in to the desk after it. Each call of `read` must yield all lines from the
 * first one. Returns the number of restored rows. Rejects with RestoreError or StorageError and changes nothing then.
 */
export function restoreBackup(
  storage: Storage,
  read: () => AsyncIterable<BackupLine>,
  { replace }: { replace: boolean },
): Promise<number> {
  return storage.write(async (database) => {
    // The database may have no tables, or the tables of an earlier release.
    await migrate(database, storage.dialect);
    if (!replace) await requireNoData(database);
    const lines = read()[Symbol.asyncIterator]();
    const first = await lines.next();
    const { version, counters } = requireHead(first.done ? undefined : first.value);
    for (const table of tableNames) await sql`DROP TABLE ${sql.table(table)}`.execute(database);
    await storage.dialect.writeVersion(database, 0);
    await migrate(database, storage.dialect, version);
    const insertion = createInsertion(database);
    let [rows, restored] = [0, 0];
    for (;;) {
      const next = await lines.next();
      if (next.done) throw new RestoreError('it is incomplete');
      const { value } = next;
      if ('rows' in value) {
        if (value.rows !== rows) throw new RestoreError(`it has ${rows} rows instead of ${value.rows}`);
        break;
      }
      if (!('table' in value)) throw new RestoreError('it has a line that is not a row');
      rows += 1;
      // Backups of earlier releases also contain desk sessions and sign-in links, which are not restored.
      if (!isInBackup(value.table, value.row)) continue;
      await insertion.add(value);
      restored += 1;
    }
    await insertion.end();
    await migrate(database, storage.dialect);
    for (const table of tableNames)
      if (tableKeys[table].counted) await storage.dialect.continueCounting(database, table, counters?.[table] ?? 0);
    return restored;
  });
}
