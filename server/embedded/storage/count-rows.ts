import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Returns the number of rows of a query that selects no columns. */
export async function countRows<Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, Record<never, never>>,
): Promise<number> {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
