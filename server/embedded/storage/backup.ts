import { sql, type RawBuilder } from 'kysely';
import { schemaVersion } from './migrations.ts';
import { tableKeys } from './table-keys.ts';
import type { Database, Tables } from './tables.ts';

/** The first line of a backup. */
export interface BackupHead {
  format: 'site-backup';
  /** Of the schema that the rows are from. */
  version: number;
  date: string;
}

/** Bytes stand in JSON as base64. */
export type BackupValue = string | number | null | { base64: string };

/** A line between the first and the last. */
export interface BackupRow {
  table: string;
  row: Record<string, BackupValue>;
}

/** The last line: a backup without it was cut off. */
export interface BackupEnd {
  rows: number;
}

/** Rows that are read at once; an attachment has up to 10 MB. */
const pageRows = 500;
const pageRowsOfLarge = 4;

type AnyRow = Record<string, string | number | Uint8Array | null>;

const namesOf = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)));

const encode = (value: AnyRow[string]): BackupValue =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** `(a, b) > (1, 2)`: both databases compare rows of values. */
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

/**
 * Everything in the database as lines of JSON, the same from both databases. `database` must be a transaction that sees
 * one moment.
 */
export async function* readBackup(database: Database): AsyncGenerator<BackupHead | BackupRow | BackupEnd> {
  yield { format: 'site-backup', version: schemaVersion, date: new Date().toISOString() };
  let rows = 0;
  for (const table of Object.keys(tableKeys) as (keyof Tables)[])
    for await (const row of readTable(database, table)) {
      rows += 1;
      yield { table, row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encode(value)])) };
    }
  yield { rows };
}
