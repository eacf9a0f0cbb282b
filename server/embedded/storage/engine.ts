import type { SchemaDialect } from './migrations.ts';
import type { Database } from './tables.ts';

/** One of the two databases behind the storage. Its calls reject with the errors of the driver or the disk. */
export interface Engine {
  dialect: SchemaDialect;
  /** Runs a query. Reads continue to work while writes fail. */
  read<T>(query: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Runs `effect` in one transaction that takes the write lock first, so writes are serialised across processes too.
   */
  transaction<T>(effect: (database: Database) => Promise<T>): Promise<T>;
  /** Runs a write that changes nothing. */
  probe(): Promise<void>;
  /** Makes the next write open a new connection. */
  markBroken(): void;
  close(): Promise<void>;
}
