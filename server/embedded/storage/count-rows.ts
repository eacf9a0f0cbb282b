import type { SelectQueryBuilder } from 'kysely';

/** Returns the number of rows of a query that selects no columns. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, Record<never, never>>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll().as('count')).$castTo<{ count: number }>();
  const { count } = await counted.executeTakeFirstOrThrow();
  return count;
}
