import { addRefund, refundEvent, type OutboxRow } from '../outbox/outbox.ts';
import { findOrder } from '../payments/orders.ts';
import { maxCreationTime } from '../storage/impossible-times.ts';
import type { Database } from '../storage/tables.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';

/** `transfer`: the staff send the money back, and the order is only marked. `unpaid`: there is no payment to refund. */
type RefundOutcome = 'requested' | 'transfer' | 'requestedBefore' | 'unpaid' | 'missing';

/** Returns the refund request of an order in the outbox, or undefined. */
export const findRefund = (database: Database, order: string): Promise<OutboxRow | undefined> =>
  database.selectFrom('outbox').selectAll().where('event', '=', refundEvent(order)).executeTakeFirst();

/** Staff may request a refund again if the bank accepted the request and has not refunded the payment after a day. */
const requestAgainMs = 24 * 3_600_000;

/** A second request cannot refund twice, because each attempt first asks the provider about earlier requests. */
export const canRequestAgain = ({ state, created }: Pick<OutboxRow, 'state' | 'created'>, now: number): boolean =>
  state === 'failed' || (state === 'sent' && (created <= now - requestAgainMs || created > maxCreationTime(now)));

/**
 * Adds a refund request to the outbox, once even if several people request it. The state of the order changes when the
 * provider reports the refund.
 */
export async function queueRefund(database: Database, id: string, { who, now }: Actor): Promise<RefundOutcome> {
  const order = await findOrder(database, id);
  if (!order) return 'missing';
  if (order.status !== 'success') return 'unpaid';
  const earlier = await findRefund(database, id);
  if (earlier && !canRequestAgain(earlier, now)) return 'requestedBefore';
  if (earlier) await database.deleteFrom('outbox').where('id', '=', earlier.id).execute();
  await addRefund(database, { order: id }, now);
  await logAction(database, { who, action: 'refund-asked', subject: id, now });
  return order.provider === 'transfer' ? 'transfer' : 'requested';
}
