import type { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import type { OrderState } from '#shared/order-states.ts';
import type { Database } from '../storage/tables.ts';
import type { Decision } from './invoice.ts';
import { applyReport, findOrder, invoiceOf, validUntil, type Settle } from './orders.ts';
import { withOrder } from './redirect-url.ts';

/** The states that the sandbox's page has words for. */
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
 * An order as the sandbox's payment page shows it; null where there is none, and for an order that a bank takes the
 * payment of. An order that was not paid in time is expired.
 */
export async function findSandboxInvoice(
  database: Database,
  id: string,
  now = Date.now(),
): Promise<SandboxInvoice | null> {
  const order = await findOrder(database, id);
  if (order?.provider !== 'sandbox') return null;
  const { amount, ccy, merchantPaymInfo, redirectUrl } = invoiceOf(order);
  const isOver = order.status !== 'success' && validUntil(order) < now;
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

/** Decides an order in a bank's place; a paid or expired order stays as it is. Null where there is none. */
export async function decideSandboxInvoice(
  database: Database,
  id: string,
  decision: Decision,
  settle: Settle,
): Promise<SandboxInvoice | null> {
  const invoice = await findSandboxInvoice(database, id);
  if (!invoice || invoice.status === 'success' || invoice.status === 'expired') return invoice;
  const status = decision === 'approve' ? 'success' : 'failure';
  const modifiedDate = new Date().toISOString();
  await applyReport(database, 'sandbox', { invoiceId: id, status, modifiedDate }, settle);
  return findSandboxInvoice(database, id);
}
