import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { SchemaDialect } from './migrations.ts';
import type { Database, Tables } from './tables.ts';

/** Runs a synchronous call and turns its exception into a rejection. */
const attempt = <T>(call: () => T) => new Promise<T>((resolve) => resolve(call()));

/** The calls of node:sqlite block the thread, which only this backend uses. */
function createConnection(database: DatabaseSync): DatabaseConnection {
  return {
    executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      return attempt(() => {
        const statement = database.prepare(text);
        // Kysely types parameters as unknown. node:sqlite itself throws for a value that it cannot bind.
        const values = parameters as SQLInputValue[];
        // node:sqlite returns rows without a prototype, while pg returns plain objects. Kysely requires its own row
        // type here, which the query builder has derived from the columns.
        if (statement.columns().length > 0) return { rows: statement.all(...values).map((row) => ({ ...row }) as R) };
        const { changes, lastInsertRowid } = statement.run(...values);
        return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
      });
    },
    streamQuery() {
      throw new Error('rows are read in pages, on both databases');
    },
  };
}

/**
 * Creates a driver with a single connection. Kysely queues queries for it, because SqliteAdapter declares a single
 * connection.
 */
function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database);
  const execute = (text: string) => attempt(() => database.exec(text));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    // BEGIN IMMEDIATE takes the write lock at once. A transaction that reads first and then writes would fail if
    // another connection writes in between.
    beginTransaction: (_, { accessMode }) => execute(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE'),
    commitTransaction: () => execute('COMMIT'),
    async rollbackTransaction() {
      try {
        if (database.isTransaction) await execute('ROLLBACK');
      } catch {
        // The original error is more useful than this one. The engine replaces a connection that cannot roll back.
      }
    },
    destroy: () => Promise.resolve(),
  };
}

/** Opens Kysely over an open database of node:sqlite. The caller closes the database. */
export function createSqliteKysely(database: DatabaseSync): Database {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(database),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/**
 * Replaces a table by a copy that counts its ids. Otherwise SQLite gives the largest id again after its row was deleted:
 * a link of the desk to the deleted row would lead to another person's row. The key of a table cannot be changed.
 */
async function reserveIds(database: Database, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    SELECT type, sql FROM sqlite_schema WHERE tbl_name = ${table} AND sql IS NOT NULL`.execute(database);
  const run = (statement: string) => sql.raw(statement).execute(database);
  await run(`ALTER TABLE ${table} RENAME TO ${table}_before`);
  for (const { type, sql: statement } of rows)
    if (type === 'table') await run(statement.replace(sqliteSchema.id, `${sqliteSchema.id} AUTOINCREMENT`));
  await run(`INSERT INTO ${table} SELECT * FROM ${table}_before`);
  await run(`DROP TABLE ${table}_before`);
  for (const { type, sql: statement } of rows) if (type === 'index') await run(statement);
}

export const sqliteSchema: SchemaDialect = {
  id: 'INTEGER PRIMARY KEY',
  text: 'TEXT',
  integer: 'INTEGER',
  bytes: 'BLOB',
  options: ' STRICT',
  async readVersion(database) {
    const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database);
    return rows[0]?.user_version ?? 0;
  },
  async writeVersion(database, version) {
    await sql.raw(`PRAGMA user_version = ${version}`).execute(database);
  },
  reserveIds,
  async readCounter(database, table) {
    const { rows } = await sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = ${table}`.execute(
      database,
    );
    return rows[0]?.seq ?? 0;
  },
  async continueCounting(database, table, lastId) {
    await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(database);
    // A table without AUTOINCREMENT has no counter.
    await sql`
      INSERT INTO sqlite_sequence (name, seq)
      SELECT name, max(${lastId}, (SELECT coalesce(max(id), 0) FROM ${sql.table(table)}))
      FROM sqlite_schema WHERE type = 'table' AND name = ${table} AND sql LIKE '%AUTOINCREMENT%'`.execute(database);
  },
};
