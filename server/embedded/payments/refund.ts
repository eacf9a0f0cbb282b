import { FinalError } from '../outbox/final-error.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { PaymentReport } from './invoice.ts';
import { MonobankError, type Monobank } from './monobank.ts';
import { applyReport, findOrder, type Fulfil, type OrderRow } from './orders.ts';
import { firstPollMs } from './poll-orders.ts';

interface Tools {
  storage: Storage;
  /** Null without access to the provider. */
  monobank: Pick<Monobank, 'readStatus' | 'requestRefund'> | null;
  fulfil: Fulfil;
  now?: () => number;
}

/** Starts status requests until the provider reports the refund, because its own report may be lost. */
const pollForRefund = (database: Database, id: string, now: number) =>
  database
    .updateTable('invoices')
    .set({ ask_at: now + firstPollMs, modified: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'success')
    .execute();

/**
 * An earlier attempt may have reached the provider although its response was lost, so a refund is not requested twice.
 * After a refund of a part that was made in the merchant's account, the rest is requested, and the outbox shows if the
 * provider refuses it.
 */
const isRefundRequested = ({ status, cancelList }: PaymentReport, orderId: string) =>
  status === 'reversed' ||
  (cancelList ?? []).some((refund) => refund.extRef === orderId && refund.status !== 'failure');

/** Whether the provider has not finished a refund, for example one of a part that was made in the merchant's account. */
const isRefundInProgress = ({ cancelList }: PaymentReport) =>
  (cancelList ?? []).some(({ status }) => status === 'processing');

/**
 * Creates the function that sends the refund request of an order to the provider. It rejects if the provider has not
 * accepted the request, with a FinalError if the provider refuses it. The provider's report changes the state of the
 * order later; without a provider it changes immediately.
 */
export function createSendRefund({ storage, monobank, fulfil, now = Date.now }: Tools) {
  /** Without a provider nobody reports the refund: the sandbox moves no money, and staff have sent a transfer back. */
  async function reverse({ id, provider }: OrderRow): Promise<void> {
    const report = { invoiceId: id, status: 'reversed', modifiedDate: new Date(now()).toISOString() } as const;
    await storage.write((database) => applyReport(database, provider, report, fulfil, new Date(now())));
  }

  async function sendRefund(id: string): Promise<void> {
    const order = await storage.read((database) => findOrder(database, id));
    if (order?.status !== 'success') return;
    if (order.provider !== 'monobank') return reverse(order);
    if (!monobank) throw new Error('MONOBANK_TOKEN is not set');
    const invoiceId = order.provider_id;
    if (invoiceId === null) throw new Error('the payment provider has not named the order');
    const report = { ...(await monobank.readStatus(invoiceId)), invoiceId };
    if (!isRefundRequested(report, id)) {
      // The rest is known only when the other refund has ended. Until then the outbox shows this error and retries.
      if (isRefundInProgress(report)) throw new Error('the payment provider has not finished another refund');
      await monobank.requestRefund(invoiceId, id);
    }
    await storage.write(async (database) => {
      await applyReport(database, 'monobank', report, fulfil, new Date(now()));
      await pollForRefund(database, id, now());
    });
  }

  return (id: string): Promise<void> =>
    sendRefund(id).catch((error: unknown) => {
      throw error instanceof MonobankError && error.isRefusal ? new FinalError(error.message, { cause: error }) : error;
    });
}
