import { addRefund, refundEvent } from '../outbox/outbox.ts';
import { findOrder } from '../payments/orders.ts';
import type { Database, Row } from '../storage/tables.ts';
import { recordAct, type Actor } from './acts.ts';

/** `unpaid`: there is nothing to return. */
type AskedRefund = 'asked' | 'asked before' | 'unpaid' | 'missing';

/** The request to the provider; undefined if nobody has asked for the return. */
export const findRefund = (database: Database, order: string): Promise<Row<'outbox'> | undefined> =>
  database.selectFrom('outbox').selectAll().where('event', '=', refundEvent(order)).executeTakeFirst();

/** If the bank has taken the request and has not returned the money after a day, staff may ask again. */
const askAgainMs = 24 * 3_600_000;

/** It cannot return the money twice: before each attempt the provider is asked about earlier returns. */
export const canAskAgain = ({ state, created }: Pick<Row<'outbox'>, 'state' | 'created'>, now: number): boolean =>
  state === 'failed' || (state === 'sent' && created <= now - askAgainMs);

/**
 * Puts the request to return a payment into the outbox, once, however many people ask for it. The state of the order
 * changes when the provider reports the return.
 */
export async function askForRefund(database: Database, id: string, { who, now }: Actor): Promise<AskedRefund> {
  const order = await findOrder(database, id);
  if (!order) return 'missing';
  if (order.status !== 'success') return 'unpaid';
  const asked = await findRefund(database, id);
  if (asked && !canAskAgain(asked, now)) return 'asked before';
  if (asked) await database.deleteFrom('outbox').where('id', '=', asked.id).execute();
  await addRefund(database, { order: id }, now);
  await recordAct(database, { who, act: 'refund-asked', subject: id, now });
  return 'asked';
}
