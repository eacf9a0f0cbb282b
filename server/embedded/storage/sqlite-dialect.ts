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

/** Runs a call that blocks; what it throws rejects. */
const attempt = <T>(call: () => T) => new Promise<T>((resolve) => resolve(call()));

/** The calls of node:sqlite block the thread, which nobody but this backend uses. */
function createConnection(database: DatabaseSync): DatabaseConnection {
  return {
    executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      return attempt(() => {
        const statement = database.prepare(text);
        const values = parameters as SQLInputValue[];
        // A row of node:sqlite has no prototype; pg gives plain objects.
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

/** A driver of one connection. Kysely queues those who want it, because SqliteAdapter says that there is only one. */
function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database);
  const execute = (text: string) => attempt(() => database.exec(text));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    // The write lock is taken at once: a transaction that begins by reading and then writes would be refused while
    // another connection writes.
    beginTransaction: (_, { accessMode }) => execute(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE'),
    commitTransaction: () => execute('COMMIT'),
    async rollbackTransaction() {
      try {
        if (database.isTransaction) await execute('ROLLBACK');
      } catch {
        // The error that led here says more. A connection that cannot roll back is replaced by its owner.
      }
    },
    destroy: () => Promise.resolve(),
  };
}

/** Kysely over an open database of node:sqlite, which its owner closes. */
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
  // A key is always one more than the largest.
  continueCounting: () => Promise.resolve(),
};
