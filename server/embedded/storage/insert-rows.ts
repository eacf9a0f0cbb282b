import { sql } from 'kysely';
import type { BackupRow, BackupValue } from './backup.ts';
import { rowsPerStatement } from './batches.ts';
import type { Database } from './tables.ts';

/** A statement gets no more rows when its values have this length: an attachment or a picture has megabytes. */
const maxLength = 1_000_000;

const decode = (value: BackupValue) =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;

const lengthOf = (value: BackupValue) =>
  typeof value === 'object' && value !== null ? value.base64.length : String(value).length;

/** The table and the columns of a row: only rows in which they are the same fit into one statement. */
const shapeOf = ({ table, row }: BackupRow) => JSON.stringify([table, ...Object.keys(row)]);

async function insert(database: Database, rows: readonly BackupRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first.row).map((column) => sql.ref(column)));
  const values = sql.join(rows.map(({ row }) => sql`(${sql.join(Object.values(row).map(decode))})`));
  await sql`INSERT INTO ${sql.table(first.table)} (${columns}) VALUES ${values}`.execute(database);
}

/** Inserts rows in their order, many in one statement. `end` inserts the last ones. */
export function createInsertion(database: Database) {
  let [rows, length]: [BackupRow[], number] = [[], 0];

  async function end(): Promise<void> {
    await insert(database, rows);
    [rows, length] = [[], 0];
  }

  async function add(row: BackupRow): Promise<void> {
    const [first] = rows;
    const isFull = rows.length >= rowsPerStatement || length > maxLength;
    if (first && (isFull || shapeOf(first) !== shapeOf(row))) await end();
    rows.push(row);
    for (const value of Object.values(row.row)) length += lengthOf(value);
  }

  return { add, end };
}
