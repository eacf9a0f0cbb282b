import { seedNews } from '../news/news-seed.ts';
import { migrate, type SchemaDialect } from './migrations.ts';
import type { Database } from './tables.ts';

/**
 * Brings the schema up to date, and writes the news that come with the site into a new database, in a transaction of the
 * caller that holds the write lock. Rejects with NewerDatabaseError.
 */
export async function prepareDatabase(database: Database, dialect: SchemaDialect): Promise<void> {
  const isNew = (await dialect.readVersion(database)) === 0;
  await migrate(database, dialect);
  if (isNew) await seedNews(database);
}
