import { seedNews } from '../news-seed.ts';
import { migrate, type SchemaDialect } from './migrations.ts';
import type { Database } from './tables.ts';

/**
 * Brings the schema and the site's own news up to date, in a transaction of the caller that holds the write lock.
 * Rejects with NewerDatabaseError.
 */
export async function prepareDatabase(database: Database, dialect: SchemaDialect): Promise<void> {
  await migrate(database, dialect);
  await seedNews(database);
}
