import { invoiceValiditySeconds } from '#shared/plans.ts';
import type { OrderRow } from '../payments/orders.ts';
import type { Database } from '../storage/tables.ts';

/**
 * Returns the id of another paid order of the same purchase that the buyer may have paid by mistake; null if there is
 * none. A buyer who starts anew after a declined payment gets a second order while the first can still be paid, and an
 * order that was replaced may be paid by a report that comes late.
 */
export async function findDoublePayment(
  database: Database,
  { id, status, plan, machine_id: machine, email, created, follows }: OrderRow,
): Promise<string | null> {
  if (status !== 'success') return null;
  const timeAfter = (seconds: number) => new Date(Date.parse(created) + seconds * 1000).toISOString();
  const other = await database
    .selectFrom('invoices')
    .select('id')
    .where('status', '=', 'success')
    .where('id', '<>', id)
    .where('plan', '=', plan)
    .where('machine_id', '=', machine)
    .where('email', '=', email)
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
    .executeTakeFirst();
  return other?.id ?? null;
}
