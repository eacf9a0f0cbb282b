import { randomBytes } from 'node:crypto';
import { parseJson, parseUnchecked } from '#server/lib/parse-json.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { isFinal, orderStates, type OrderState } from '#shared/order-states.ts';
import { propertyOf } from '#shared/property-of.ts';
import type { Database, Row } from '../storage/tables.ts';
import { minPaymentPageSeconds, parseReference, type NewInvoice, type PaymentReport } from './invoice.ts';
import { printAmount } from './purchase.ts';
import { storeState } from './state-history.ts';

export type OrderRow = Row<'invoices'>;
export type Provider = OrderRow['provider'];

/** Handles a change of an order's state, in the transaction that stores the change. */
export type Fulfil = (database: Database, order: OrderRow, previous: OrderState) => Promise<void>;

interface NewOrder {
  provider: Provider;
  language: Language | null;
  /** The id of the order that this one replaces, because that one can no longer be paid. */
  follows?: string;
}

/** Stores an order and returns its id, which is random and cannot be guessed. */
export async function addOrder(
  database: Database,
  invoice: NewInvoice,
  { provider, language, follows }: NewOrder,
  now = new Date(),
): Promise<string> {
  // Not in base64url: a command would take an id that begins with a hyphen for an option.
  const id = randomBytes(12).toString('hex');
  const moment = now.toISOString();
  const reference = parseReference(invoice.merchantPaymInfo.reference);
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

/** Returns the invoice of an order, whose shape was checked before it was stored. */
export const invoiceOf = ({ payload }: Pick<OrderRow, 'payload'>) => parseUnchecked<NewInvoice>(payload);

export async function findOrder(database: Database, id: string): Promise<OrderRow | null> {
  return (await database.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the time until which an invoice can be paid, in milliseconds since 1970. */
export const validUntil = (order: OrderRow) => Date.parse(order.created) + invoiceOf(order).validity * 1000;

/**
 * Whether the buyer of an order can still be sent to its payment page. A payment page that the provider has not made
 * yet would expire together with the order, so an order that expires within `minPaymentPageSeconds` gets no page.
 */
function isCurrent(order: OrderRow, now: Date): boolean {
  const needsPaymentPage = order.provider === 'monobank' && order.page_url === null;
  const minValidMs = needsPaymentPage ? minPaymentPageSeconds * 1000 : 0;
  // A payment that was declined can be tried again on the same page: with a second page it could be paid twice.
  if (order.status === 'created' || order.status === 'failure') return validUntil(order) > now.getTime() + minValidMs;
  return ['processing', 'hold', 'success'].includes(order.status);
}

/**
 * Returns the order itself, or the one that replaces it if its invoice can no longer be paid. The replacement is
 * created if there is none, so a repeated request gets the same one.
 */
export async function ensureCurrentOrder(database: Database, id: string, now = new Date()): Promise<OrderRow> {
  for (let current = id; ;) {
    const order = await findOrder(database, current);
    if (!order) throw new Error(`there is no order ${current}`);
    if (isCurrent(order, now)) return order;
    const next = await database.selectFrom('invoices').select('id').where('follows', '=', current).executeTakeFirst();
    current =
      next?.id ??
      (await addOrder(
        database,
        invoiceOf(order),
        { provider: order.provider, language: isLanguage(order.language) ? order.language : null, follows: current },
        now,
      ));
  }
}

/**
 * Stores the provider's id and payment page of an order, and returns the page. If two requests are concurrent, only the
 * page that is stored first is ever shown.
 */
export async function storePaymentPage(
  database: Database,
  id: string,
  { invoiceId, pageUrl }: { invoiceId: string; pageUrl: string },
  pollAt: number,
): Promise<string> {
  await database
    .updateTable('invoices')
    .set({ provider_id: invoiceId, page_url: pageUrl, ask_at: pollAt })
    .where('id', '=', id)
    .where('page_url', 'is', null)
    .execute();
  const order = await findOrder(database, id);
  return order?.page_url ?? pageUrl;
}

/**
 * Whether the provider may still report another state of an order that is not paid. A buyer can try a declined payment
 * again on the same page until the invoice expires.
 */
export const mayChange = (order: OrderRow, now: number): boolean =>
  order.status === 'failure' ? validUntil(order) >= now : !isFinal(order.status);

const rank = (state: OrderState) => orderStates.indexOf(state);

/**
 * Whether a report is newer than the stored state. The provider's times have whole seconds, so within one second the
 * later state in `orderStates` is the newer one. A paid order can only become reversed, and a reversed one never
 * changes. So a report of a success is newer than any other state, although the clocks of the provider's machines may
 * differ. A report of the sandbox or of a transfer is made in the transaction that applies it, so it is the newest
 * whatever the clock says.
 */
function isNewer({ provider, status, reported }: OrderRow, report: { status: OrderState; moment: string }): boolean {
  if (status === 'reversed' || (status === 'success' && report.status !== 'reversed')) return false;
  if (report.status === 'success') return true;
  if (provider !== 'monobank' || reported === null || report.moment > reported) return true;
  return report.moment === reported && rank(report.status) > rank(status);
}

/** Returns the id of our order from a reference that was sent to the provider. */
function orderIdOf(reference: PaymentReport['reference']): string | null {
  const order = propertyOf(parseJson(reference ?? ''), 'order');
  return typeof order === 'string' ? order : null;
}

/**
 * Finds the order of a provider that a report is about. If the process ended before it stored the provider's id, the
 * order is found by its reference, and gets that id.
 */
async function findReported(
  database: Database,
  provider: Provider,
  { invoiceId, reference }: PaymentReport,
  now: Date,
): Promise<OrderRow | null> {
  const ofProvider = database.selectFrom('invoices').selectAll().where('provider_id', '=', invoiceId);
  const found = await ofProvider.executeTakeFirst();
  if (found) return found.provider === provider ? found : null;
  const id = orderIdOf(reference) ?? invoiceId;
  const order = await findOrder(database, id);
  if (order?.provider !== provider || order.provider_id !== null) return null;
  if (provider !== 'monobank') return order.id === invoiceId ? order : null;
  // The order gets the provider's id now, so that its state can be requested from now on.
  const change = { provider_id: invoiceId, ask_at: now.getTime() };
  await database.updateTable('invoices').set(change).where('id', '=', id).execute();
  return { ...order, ...change };
}

/**
 * The interval of status requests for a paid order, in milliseconds. The provider reports a refund from the merchant's
 * account only once, and that report may be lost.
 */
export const paidPollMs = 24 * 3_600_000;

/** Returns the time of the next status request after a report of this state; null for none. */
function pollAtAfter(order: OrderRow, status: OrderState, now: number): number | null {
  if (order.provider_id === null) return null;
  if (status === 'success') return now + paidPollMs;
  // A report of a failure may come after the invoice has expired, and one of a later success may be lost.
  return isFinal(status) ? null : (order.ask_at ?? now);
}

/**
 * Returns the reason of a failed payment, or both amounts if a successful payment has another amount or currency than the
 * invoice. Such a payment still pays the order: a buyer cannot change the amount, but a bank may report it in another
 * currency.
 */
function reasonOf(order: OrderRow, { status, failureReason, ...report }: PaymentReport): string | null {
  if (status === 'failure') return (failureReason ?? null)?.slice(0, 500) ?? null;
  if (status !== 'success') return null;
  const { amount, ccy } = invoiceOf(order);
  const [paid, invoiced] = [printAmount(report.amount ?? amount, report.ccy ?? ccy), printAmount(amount, ccy)];
  return paid === invoiced ? null : `${paid} ≠ ${invoiced}`;
}

/**
 * Applies a report of the provider and its consequences. Returns false if there is no such order. Reports may be
 * duplicated, delayed or out of order; one that is not newer changes nothing.
 */
export async function applyReport(
  database: Database,
  provider: Provider,
  report: PaymentReport,
  fulfil: Fulfil,
  now = new Date(),
): Promise<boolean> {
  const order = await findReported(database, provider, report, now);
  if (!order) return false;
  const { status } = report;
  const moment = new Date(report.modifiedDate).toISOString();
  if (!isNewer(order, { status, moment })) return true;
  const change = {
    status,
    reported: moment,
    modified: now.toISOString(),
    reason: reasonOf(order, report),
    ask_at: pollAtAfter(order, status, now.getTime()),
  };
  await database.updateTable('invoices').set(change).where('id', '=', order.id).execute();
  const { reason, modified: at } = change;
  // A second failure is a new entry if the payment provider gives another reason.
  if (status !== order.status || reason !== order.reason)
    await storeState(database, { order_id: order.id, state: status, at, reported: moment, reason });
  if (status !== order.status) await fulfil(database, { ...order, ...change }, order.status);
  return true;
}
