import { seedNews } from './news-seed.ts';
import { migrate, type SchemaDialect } from './migrations.ts';
import type { Database } from './tables.ts';

/** Runs in the first transaction of an opened database, before anything else. */
export type Prepare = (database: Database, dialect: SchemaDialect) => Promise<void>;

/**
 * Migrates the schema, and inserts the articles that come with the site into a new database. The caller's transaction
 * must hold the write lock. Rejects with NewerDatabaseError.
 */
export async function prepareDatabase(database: Database, dialect: SchemaDialect): Promise<void> {
  const isNew = (await dialect.readVersion(database)) === 0;
  await migrate(database, dialect);
  if (isNew) await seedNews(database);
}
