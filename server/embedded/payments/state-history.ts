import type { OrderState } from '#shared/order-states.ts';
import type { Database, NewRow, Row } from '../storage/tables.ts';

/** One state of an order, with its time and its source. */
export type StateEntry = Row<'order_states'>;

/** Stores a new state of an order, in the transaction that changes the order. */
export const storeState = (database: Database, entry: NewRow<'order_states'>): Promise<unknown> =>
  database.insertInto('order_states').values(entry).execute();

/** Returns all states of the orders, in the order in which they were stored. */
export async function findStates(database: Database, orderIds: readonly string[]): Promise<StateEntry[]> {
  if (orderIds.length === 0) return [];
  return database.selectFrom('order_states').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
}

/**
 * Deletes the states of deleted orders, in the transaction that deletes the orders. With NOT IN in place of NOT EXISTS,
 * PostgreSQL compares each state with each order as soon as the ids do not fit into its memory for a query.
 */
export const deleteOrphanedStates = (database: Database): Promise<unknown> =>
  database
    .deleteFrom('order_states')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoices').select('invoices.id').whereRef('invoices.id', '=', 'order_states.order_id'))),
    )
    .execute();

/** Formats the states on one line, each with its time in ISO 8601. The provider's time is used if there is one. */
export const formatStates = (entries: readonly { state: OrderState; at: string; reported: string | null }[]): string =>
  entries.map(({ state, at, reported }) => `${state} ${reported ?? at}`).join('; ');
