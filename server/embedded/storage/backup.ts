import { sql, type RawBuilder } from 'kysely';
import { schemaVersion, type SchemaDialect } from './migrations.ts';
import { isInBackup, tableKeys, tableNames } from './table-keys.ts';
import type { Database, Tables } from './tables.ts';

/** This object is the first line of a backup. */
export interface BackupHead {
  format: 'site-backup';
  /** The schema version of the rows. */
  version: number;
  date: string;
  /** The largest id that each table has given. Backups of earlier releases have none. */
  counters?: Partial<Record<keyof Tables, number>>;
}

/** Bytes are encoded as base64, because JSON has no binary type. */
export type BackupValue = string | number | null | { base64: string };

/** Each line between the first and the last is one row. */
export interface BackupRow {
  table: string;
  row: Record<string, BackupValue>;
}

/** The last line counts the rows: a backup without it was cut off. */
interface BackupEnd {
  rows: number;
}

export type BackupLine = BackupHead | BackupRow | BackupEnd;

/** The number of rows per query. It is small for tables with attachments, which have up to 10 MB each. */
const pageRows = 500;
const pageRowsOfLarge = 4;

type AnyRow = Record<string, string | number | Uint8Array | null>;

const namesOf = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)));

const encode = (value: AnyRow[string]): BackupValue =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** Returns `(a, b) > (1, 2)`; both databases support row comparison. */
const isAfter = (columns: string[], last: AnyRow): RawBuilder<boolean> =>
  sql<boolean>`(${namesOf(columns)}) > (${sql.join(columns.map((column) => last[column]))})`;

async function* readTable(database: Database, name: keyof Tables): AsyncGenerator<AnyRow> {
  const { columns, large } = tableKeys[name];
  const limit = large ? pageRowsOfLarge : pageRows;
  let last: AnyRow | undefined;
  for (;;) {
    const where = last ? sql`WHERE ${isAfter(columns, last)}` : sql``;
    const page = sql<AnyRow>`SELECT * FROM ${sql.table(name)} ${where} ORDER BY ${namesOf(columns)} LIMIT ${limit}`;
    const { rows } = await page.execute(database);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < limit) return;
  }
}

async function readCounters(database: Database, dialect: SchemaDialect): Promise<BackupHead['counters']> {
  const counters: BackupHead['counters'] = {};
  for (const table of tableNames)
    if (tableKeys[table].counted) counters[table] = await dialect.readCounter(database, table);
  return counters;
}

/**
 * Yields the rows of all tables except those with which somebody can sign in, as objects for lines of JSON. The format
 * is the same for both databases. `database` must be a transaction with a consistent snapshot.
 */
export async function* readBackup(database: Database, dialect: SchemaDialect): AsyncGenerator<BackupLine> {
  const counters = await readCounters(database, dialect);
  yield { format: 'site-backup', version: schemaVersion, date: new Date().toISOString(), counters };
  let rows = 0;
  for (const table of tableNames)
    for await (const row of readTable(database, table)) {
      if (!isInBackup(table, row)) continue;
      rows += 1;
      yield { table, row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encode(value)])) };
    }
  yield { rows };
}
