import { licenceInvoice, type Purchase } from '#server/lib/licence-invoice.ts';
import type { TextStore } from '#server/lib/texts.ts';
import { maxCreationTime } from '../storage/impossible-times.ts';
import type { Database } from '../storage/tables.ts';
import { addOrder, applyReport, type Fulfil } from './orders.ts';

interface Tools {
  texts: TextStore;
  /** The origin of the desk. */
  origin: string;
  fulfil: Fulfil;
}

/** The same transfer again within this time, in milliseconds, comes from a second click on the button. */
const secondClickMs = 60_000;

/** Stores an order that was paid by bank transfer and issues its licence. `isNew` is false for a second click. */
export async function recordTransfer(
  database: Database,
  purchase: Purchase,
  { texts, origin, fulfil }: Tools,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const { plan, language, machineId, email } = purchase;
  const recorded = await database
    .selectFrom('invoices')
    .select('id')
    .where('provider', '=', 'transfer')
    .where('status', '=', 'success')
    .where('plan', '=', plan.id)
    .where('machine_id', '=', machineId)
    .where('email', '=', email)
    .where('created', '>', new Date(now.getTime() - secondClickMs).toISOString())
    .where('created', '<=', new Date(maxCreationTime(now.getTime())).toISOString())
    .executeTakeFirst();
  if (recorded) return { id: recorded.id, isNew: false };
  // No payment provider gets this invoice, so nobody is sent to its addresses.
  const invoice = { ...licenceInvoice(purchase, texts), redirectUrl: origin, webHookUrl: origin };
  const id = await addOrder(database, invoice, { provider: 'transfer', language }, now);
  const report = { invoiceId: id, status: 'success', modifiedDate: now.toISOString() } as const;
  await applyReport(database, 'transfer', report, fulfil, now);
  return { id, isNew: true };
}
