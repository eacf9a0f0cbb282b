import { randomBytes } from 'node:crypto';
import type { Language } from '#shared/languages.ts';
import { isFinal, orderStates, type OrderState } from '#shared/order-states.ts';
import type { Database, Row } from '../storage/tables.ts';
import { readReference, type NewInvoice, type PaymentReport } from './invoice.ts';
import { storeState } from './state-history.ts';

export type OrderRow = Row<'invoices'>;
export type Provider = OrderRow['provider'];

/** Does what a change of an order's state causes, in the transaction that stores the change. */
export type Settle = (database: Database, order: OrderRow, previous: OrderState) => Promise<void>;

interface NewOrder {
  provider: Provider;
  language: Language | null;
  /** The order that this one takes the place of. */
  follows?: string;
}

/** Stores an order; answers its id, which nobody can guess. */
export async function addOrder(
  database: Database,
  invoice: NewInvoice,
  { provider, language, follows }: NewOrder,
  now = new Date(),
): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  const moment = now.toISOString();
  const reference = readReference(invoice.merchantPaymInfo.reference);
  await database
    .insertInto('invoices')
    .values({
      id,
      status: 'created',
      payload: JSON.stringify(invoice),
      created: moment,
      modified: moment,
      provider,
      follows: follows ?? null,
      language,
      plan: reference?.plan ?? null,
      machine_id: reference?.machine_id ?? null,
      email: reference?.email ?? null,
    })
    .execute();
  await storeState(database, { order_id: id, state: 'created', at: moment });
  return id;
}

export const invoiceOf = ({ payload }: Pick<OrderRow, 'payload'>) => JSON.parse(payload) as NewInvoice;

export async function findOrder(database: Database, id: string): Promise<OrderRow | null> {
  return (await database.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** When the invoice of an order cannot be paid any more, in milliseconds since 1970. */
export const validUntil = (order: OrderRow) => Date.parse(order.created) + invoiceOf(order).validity * 1000;

/** Whether the page of an order is still the right one to send its buyer to. */
function isPayable(order: OrderRow, now: Date): boolean {
  if (order.status === 'created') return validUntil(order) > now.getTime();
  // A payment that was declined in the sandbox can be tried again on the same page.
  if (order.status === 'failure') return order.provider === 'sandbox' && validUntil(order) > now.getTime();
  return ['processing', 'hold', 'success'].includes(order.status);
}

/**
 * The order itself, or the one that has taken its place because its invoice can no longer be paid; such a one is made
 * where there is none. A repeated request gets the same one.
 */
export async function openPayableOrder(database: Database, id: string, now = new Date()): Promise<OrderRow> {
  for (let current = id; ;) {
    const order = await findOrder(database, current);
    if (!order) throw new Error(`there is no order ${current}`);
    if (isPayable(order, now)) return order;
    const next = await database.selectFrom('invoices').select('id').where('follows', '=', current).executeTakeFirst();
    current =
      next?.id ??
      (await addOrder(
        database,
        invoiceOf(order),
        { provider: order.provider, language: order.language as Language | null, follows: current },
        now,
      ));
  }
}

/**
 * Stores what the provider calls an order and where it is paid; answers the page of the order. Of two requests that
 * asked at once, the first one's page is the only one that is ever shown.
 */
export async function storePage(
  database: Database,
  id: string,
  { invoiceId, pageUrl }: { invoiceId: string; pageUrl: string },
  askAt: number,
): Promise<string> {
  await database
    .updateTable('invoices')
    .set({ provider_id: invoiceId, page_url: pageUrl, ask_at: askAt })
    .where('id', '=', id)
    .where('page_url', 'is', null)
    .execute();
  const order = await findOrder(database, id);
  return order?.page_url ?? pageUrl;
}

const rank = (state: OrderState) => orderStates.indexOf(state);

/**
 * Whether a report says something newer of an order. The provider's moments have whole seconds: of two states in one
 * second the one that is further on is the newer. What is paid stays paid until it is reversed, and that is the end.
 */
function isNewer({ status, reported }: OrderRow, report: { status: OrderState; moment: string }): boolean {
  if (status === 'reversed' || (status === 'success' && report.status !== 'reversed')) return false;
  if (reported === null || report.moment > reported) return true;
  return report.moment === reported && rank(report.status) > rank(status);
}

/** The id of our order in a reference that was sent to the provider. */
function orderIdOf(reference: string | undefined): string | null {
  try {
    const { order } = JSON.parse(reference ?? '') as { order?: unknown };
    return typeof order === 'string' ? order : null;
  } catch {
    return null;
  }
}

/**
 * The order that a report is about. Where this process ended before it could store the provider's name of the order,
 * the reference says which one it is.
 */
async function findReported(
  database: Database,
  { invoiceId, reference }: PaymentReport,
  now: Date,
): Promise<OrderRow | null> {
  const named = database.selectFrom('invoices').selectAll().where('provider_id', '=', invoiceId);
  const known = await named.executeTakeFirst();
  if (known) return known;
  const id = orderIdOf(reference) ?? invoiceId;
  const order = await findOrder(database, id);
  if (!order || order.provider_id !== null) return null;
  if (order.provider === 'sandbox') return order.id === invoiceId ? order : null;
  // Without the provider's id nobody could ask about the order: now it can be asked about.
  const change = { provider_id: invoiceId, ask_at: now.getTime() };
  await database.updateTable('invoices').set(change).where('id', '=', id).execute();
  return { ...order, ...change };
}

/**
 * Applies a report of the provider, with everything that follows from it; answers whether there is such an order.
 * Reports may come twice, late and in any order: one that says nothing newer changes nothing.
 */
export async function applyReport(
  database: Database,
  provider: Provider,
  report: PaymentReport,
  settle: Settle,
  now = new Date(),
): Promise<boolean> {
  const order = await findReported(database, report, now);
  if (order?.provider !== provider) return false;
  const { status, failureReason } = report;
  const moment = new Date(report.modifiedDate).toISOString();
  if (!isNewer(order, { status, moment })) return true;
  const change = {
    status,
    reported: moment,
    modified: now.toISOString(),
    reason: status === 'failure' ? ((failureReason ?? null)?.slice(0, 500) ?? null) : null,
    ...(isFinal(status) && { ask_at: null }),
  };
  await database.updateTable('invoices').set(change).where('id', '=', order.id).execute();
  const { reason, modified: at } = change;
  // A second refusal is another one where the bank gives another reason.
  if (status !== order.status || reason !== order.reason)
    await storeState(database, { order_id: order.id, state: status, at, reported: moment, reason });
  if (status !== order.status) await settle(database, { ...order, ...change }, order.status);
  return true;
}
