import { addRefund, refundEvent } from '../outbox/outbox.ts';
import { findOrder } from '../payments/orders.ts';
import type { Database, Row } from '../storage/tables.ts';
import { recordAct } from './acts.ts';

/** `unpaid`: there is nothing to return. */
export type AskedRefund = 'asked' | 'asked before' | 'unpaid' | 'missing';

/** The question to the provider; undefined where it was not asked. */
export const findRefund = (database: Database, order: string): Promise<Row<'outbox'> | undefined> =>
  database.selectFrom('outbox').selectAll().where('event', '=', refundEvent(order)).executeTakeFirst();

/** A bank that has taken the question and has not returned the money after a day may be asked again. */
const askAgainMs = 24 * 3_600_000;

/** The provider refuses a second return of the same payment, and is asked about the first one before each attempt. */
export const canAskAgain = ({ state, created }: Pick<Row<'outbox'>, 'state' | 'created'>, now: number): boolean =>
  state === 'failed' || (state === 'sent' && created <= now - askAgainMs);

/**
 * Has the provider asked to return the payment of an order, once, whoever asks for it and how often. The state of the
 * order changes when the provider reports the return.
 */
export async function askForRefund(
  database: Database,
  id: string,
  { who, now }: { who: string; now: number },
): Promise<AskedRefund> {
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
