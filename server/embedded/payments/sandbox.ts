import type { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import type { OrderState } from '#shared/order-states.ts';
import type { Database } from '../storage/tables.ts';
import type { Decision } from './invoice.ts';
import { applyReport, findOrder, invoiceOf, validUntil, type Fulfil } from './orders.ts';
import { withOrder } from './redirect-url.ts';

/** Maps order states to the states for which the sandbox's page has texts. */
const shownAs: Record<OrderState, SandboxInvoice['status']> = {
  created: 'created',
  processing: 'created',
  hold: 'created',
  failure: 'failure',
  expired: 'expired',
  success: 'success',
  reversed: 'expired',
};

/**
 * Returns an order for the sandbox's payment page; null if there is none, or if a payment provider takes its payment.
 * An unpaid order after its validity is shown as expired.
 */
export async function findSandboxInvoice(database: Database, id: string): Promise<SandboxInvoice | null> {
  const order = await findOrder(database, id);
  if (order?.provider !== 'sandbox') return null;
  const { amount, ccy, merchantPaymInfo, redirectUrl } = invoiceOf(order);
  const isOver = order.status !== 'success' && validUntil(order) < Date.now();
  return {
    id: order.id,
    amount,
    ccy,
    redirectUrl: withOrder(redirectUrl, id),
    status: isOver ? 'expired' : shownAs[order.status],
    destination: merchantPaymInfo.destination,
    email: merchantPaymInfo.customerEmails[0] ?? '',
  };
}

/**
 * Applies the buyer's decision as a payment provider would. A paid or expired order does not change. Returns null if
 * there is no such order.
 */
export async function decideSandboxInvoice(
  database: Database,
  id: string,
  decision: Decision,
  fulfil: Fulfil,
): Promise<SandboxInvoice | null> {
  const invoice = await findSandboxInvoice(database, id);
  if (!invoice || invoice.status === 'success' || invoice.status === 'expired') return invoice;
  const status = decision === 'approve' ? 'success' : 'failure';
  const modifiedDate = new Date().toISOString();
  await applyReport(database, 'sandbox', { invoiceId: id, status, modifiedDate }, fulfil);
  return findSandboxInvoice(database, id);
}
