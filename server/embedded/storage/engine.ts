import type { SchemaDialect } from './migrations.ts';
import type { Database } from './tables.ts';

/** One of the two databases behind the storage. Its calls reject with what the database or the disk says. */
export interface Engine {
  dialect: SchemaDialect;
  /** Runs a query; reads go on where writes cannot. */
  read<T>(query: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Runs `effect` in one transaction that holds the write lock from its beginning: one write after the other, also of
   * several processes.
   */
  transaction<T>(effect: (database: Database) => Promise<T>): Promise<T>;
  /** A write that changes nothing. */
  probe(): Promise<void>;
  /** The next write gets a new connection. */
  markBroken(): void;
  close(): Promise<void>;
}
