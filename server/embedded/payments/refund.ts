import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { PaymentReport } from './invoice.ts';
import type { Monobank } from './monobank.ts';
import { applyReport, findOrder, type Settle } from './orders.ts';
import { firstAskMs } from './watch.ts';

/** Asks the provider once to return the payment of an order; rejects where it has not taken that. */
export type SendRefund = (orderId: string) => Promise<void>;

interface Tools {
  storage: Storage;
  /** Null where there is no access to the provider. */
  monobank: Pick<Monobank, 'readStatus' | 'cancel'> | null;
  settle: Settle;
  now?: () => number;
}

/** From now on the provider is asked until it reports the return: a report may be lost. */
const watchReturn = (database: Database, id: string, now: number) =>
  database
    .updateTable('invoices')
    .set({ ask_at: now + firstAskMs, modified: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'success')
    .execute();

/** An earlier attempt may have reached the provider although its answer was lost: a return is not asked for twice. */
const isAskedFor = ({ status, cancelList = [] }: PaymentReport) =>
  status === 'reversed' || cancelList.some((refund) => refund.status !== 'failure');

/**
 * Asks for the return of a payment. The state of the order follows from what the provider reports; the sandbox reports
 * at once.
 */
export function createSendRefund({ storage, monobank, settle, now = Date.now }: Tools): SendRefund {
  async function pretend(id: string): Promise<void> {
    const report = { invoiceId: id, status: 'reversed', modifiedDate: new Date(now()).toISOString() } as const;
    await storage.write((database) => applyReport(database, 'sandbox', report, settle, new Date(now())));
  }

  return async (id) => {
    const order = await storage.read((database) => findOrder(database, id));
    if (order?.status !== 'success') return;
    if (order.provider === 'sandbox') return pretend(id);
    if (!monobank) throw new Error('MONOBANK_TOKEN is not set');
    const invoiceId = order.provider_id;
    if (invoiceId === null) throw new Error('the payment provider has not named the order');
    const report = { ...(await monobank.readStatus(invoiceId)), invoiceId };
    if (!isAskedFor(report)) await monobank.cancel(invoiceId, id);
    await storage.write(async (database) => {
      await applyReport(database, 'monobank', report, settle, new Date(now()));
      await watchReturn(database, id, now());
    });
  };
}
