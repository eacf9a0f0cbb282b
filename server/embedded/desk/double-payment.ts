import { sql } from 'kysely';
import { invoiceValiditySeconds } from '#shared/plans.ts';
import type { OrderRow } from '../payments/orders.ts';
import type { Database } from '../storage/tables.ts';
import { findRefund } from './refunds.ts';

/** Until the provider reports the refund, which may take a day, the order counts as paid. */
async function isBeingRefunded(database: Database, order: string): Promise<boolean> {
  const refund = await findRefund(database, order);
  return refund !== undefined && refund.state !== 'failed';
}

/**
 * Returns the id of another paid order of the same purchase that the buyer may have paid by mistake; null if there is
 * none. A buyer who starts anew after a declined payment gets a second order while the first can still be paid, and an
 * order that was replaced may be paid by a report that comes late. If one of the two is being refunded, nothing is left
 * to do.
 */
export async function findDoublePayment(
  database: Database,
  { id, status, plan, machine_id: machine, email, created, follows }: OrderRow,
): Promise<string | null> {
  if (status !== 'success' || (await isBeingRefunded(database, id))) return null;
  const timeAfter = (seconds: number) => new Date(Date.parse(created) + seconds * 1000).toISOString();
  const others = await database
    .selectFrom('invoices')
    .select('id')
    .where('status', '=', 'success')
    .where('id', '<>', id)
    .where('plan', '=', plan)
    .where('machine_id', '=', machine)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where(({ eb, and, or }) =>
      or([
        and([
          eb('created', '>', timeAfter(-invoiceValiditySeconds)),
          eb('created', '<', timeAfter(invoiceValiditySeconds)),
        ]),
        eb('follows', '=', id),
        eb('id', '=', follows ?? ''),
      ]),
    )
    .orderBy('created')
    .execute();
  for (const { id: other } of others) if (!(await isBeingRefunded(database, other))) return other;
  return null;
}
