import type { OrderState } from '#shared/order-states.ts';
import type { Database, NewRow, Row } from '../storage/tables.ts';

/** One state of an order: which, since when, and who says so. */
export type StateEntry = Row<'order_states'>;

/** Stores that an order is in a state from now on, in the transaction that changes the order. */
export const storeState = (database: Database, entry: NewRow<'order_states'>): Promise<unknown> =>
  database.insertInto('order_states').values(entry).execute();

/** Every state that the orders have had, in the order in which they were stored. */
export async function findStates(database: Database, orderIds: readonly string[]): Promise<StateEntry[]> {
  if (orderIds.length === 0) return [];
  return database.selectFrom('order_states').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
}

/** Deletes the states of orders that are deleted, in the transaction that deletes the orders. */
export const deleteStrayStates = (database: Database): Promise<unknown> =>
  database
    .deleteFrom('order_states')
    .where('order_id', 'not in', (query) => query.selectFrom('invoices').select('invoices.id'))
    .execute();

/** The states on one line, each with its moment in ISO 8601: the provider's where the provider has said it. */
export const formatStates = (entries: readonly { state: OrderState; at: string; reported: string | null }[]): string =>
  entries.map(({ state, at, reported }) => `${state} ${reported ?? at}`).join('; ');
