import { invoiceValiditySeconds } from '#shared/plans.ts';
import { messageOf } from '../lib/error-facts.ts';
import { maxDueTime } from '../storage/impossible-times.ts';
import { startPolling, type Polling } from '../storage/polling.ts';
import { StorageError, type Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { MonobankError, type Monobank } from './monobank.ts';
import { applyReport, findOrder, mayChange, paidPollMs, type OrderRow, type Fulfil } from './orders.ts';
import { storeState } from './state-history.ts';

interface Options {
  storage: Storage;
  /** Null without access to the provider; no status is requested then. */
  monobank: Pick<Monobank, 'readStatus'> | null;
  fulfil: Fulfil;
  writeLog: WriteLog;
  /** Starts the delivery of the e-mails that were added to the outbox. */
  wakeDelivery: () => void;
  /** Called at the start of each poll, and after each batch of orders. */
  onCounts?: (counts: OrderCounts) => void;
  now?: () => number;
  /** The interval between two searches for due orders, in milliseconds. */
  pollMs?: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The delay between the creation of a payment page and the first status request, in milliseconds. */
export const firstPollMs = 15_000;

/**
 * Returns the interval of status requests for an order of this age. It is short at first, because most buyers pay
 * within minutes.
 */
export function pollIntervalMs(ageMs: number): number {
  if (ageMs < 15 * minuteMs) return 10_000;
  if (ageMs < 2 * hourMs) return minuteMs;
  return ageMs < 24 * hourMs ? 10 * minuteMs : hourMs;
}

const maxPollMs = pollIntervalMs(Infinity);

/** Twice the validity of an invoice: an unpaid order without a payment page, or of the sandbox, has expired by then. */
const abandonedMs = 2 * invoiceValiditySeconds * 1000;

/** The number of orders whose states one process requests concurrently. */
const batchSize = 5;

/**
 * Selects orders that were due at a time, and orders whose time is impossible now. Only a paid order may have a time that
 * is later than the maximum interval of other orders.
 */
const due = (database: Database, dueAt: number, now: number) =>
  database
    .selectFrom('invoices')
    .selectAll()
    .where(({ eb, and, or }) =>
      or([
        eb('ask_at', '<=', dueAt),
        eb('ask_at', '>', maxDueTime(now, paidPollMs)),
        and([eb('status', '<>', 'success'), eb('ask_at', '>', maxDueTime(now, maxPollMs))]),
      ]),
    )
    .where('provider_id', 'is not', null)
    .orderBy('ask_at')
    .limit(batchSize);

/**
 * Status requests for a paid order end after this time. Most refunds are requested within it, and a bank transfers a
 * refund within days.
 */
const maxRefundMs = 30 * 24 * hourMs;

/**
 * Returns the time of the next status request, in milliseconds since 1970, or null for none. A paid order has frequent
 * status requests on the day after its refund was requested, and otherwise one a day. An order that is not paid has
 * status requests until the provider answers one that was sent after the order expired.
 */
function nextPollAt(order: OrderRow, now: number): number | null {
  if (order.status !== 'success') return now + pollIntervalMs(now - Date.parse(order.created));
  // The payment, or the request of a refund. If the clock was ahead then, it is later than now.
  const ageMs = now - Date.parse(order.modified);
  if (ageMs > maxRefundMs) return null;
  return now + (ageMs >= 0 && ageMs < paidPollMs ? pollIntervalMs(ageMs) : paidPollMs);
}

/** Claims the orders that were due at a time, so that no other process requests their state at the same time. */
async function claim(database: Database, dueAt: number, now: number): Promise<OrderRow[]> {
  const orders = await due(database, dueAt, now).execute();
  for (const order of orders)
    await database
      .updateTable('invoices')
      .set({ ask_at: nextPollAt(order, now) })
      .where('id', '=', order.id)
      .execute();
  return orders;
}

const abandoned = (now: number) => new Date(now - abandonedMs).toISOString();

/** Expires unpaid orders that are unknown to the provider, which would never report them as expired. */
async function expireAbandoned(storage: Storage, now: number): Promise<void> {
  const find = (database: Database) =>
    database
      .selectFrom('invoices')
      .select('id')
      .where('status', '=', 'created')
      .where('provider_id', 'is', null)
      .where('created', '<', abandoned(now));
  if (!(await storage.read((database) => find(database).limit(1).executeTakeFirst()))) return;
  await storage.write(async (database) => {
    for (const { id } of await find(database).execute()) await expire(database, id, now);
  });
}

/** Expires an order, unless its payment has begun. */
async function expire(database: Database, id: string, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const { numUpdatedRows } = await database
    .updateTable('invoices')
    .set({ status: 'expired', modified: at })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await storeState(database, { order_id: id, state: 'expired', at });
}

/** An open order of this age that the provider does not know was made with another account, such as a test account. */
const maxUnknownMs = 24 * hourMs;

const isUnknown = (error: unknown, { status, created }: OrderRow, now: number) =>
  error instanceof MonobankError && error.isRefusal && status !== 'success' && now - Date.parse(created) > maxUnknownMs;

/** Ends the status requests for an order. */
const stopRequests = (storage: Storage, { id }: OrderRow, now: number): Promise<void> =>
  storage.write(async (database) => {
    await database.updateTable('invoices').set({ ask_at: null }).where('id', '=', id).execute();
    await expire(database, id, now);
  });

/** Ends the status requests for an order that is not paid and had expired at the time of the last request. */
async function stopIfOver(database: Database, id: string, requestedAt: number): Promise<void> {
  const order = await findOrder(database, id);
  if (!order || order.status === 'success' || mayChange(order, requestedAt)) return;
  await database.updateTable('invoices').set({ ask_at: null }).where('id', '=', id).execute();
}

/** The number of orders whose payment is not decided, for metrics and /readyz. */
interface OrderCounts {
  open: number;
  /** The age of the oldest one, in whole seconds; 0 if there is none. */
  oldestSeconds: number;
}

/** Counts open orders. An order that has no status requests counts only until it is abandoned. */
export async function countOpenOrders(database: Database, now: number): Promise<OrderCounts> {
  const { open, oldest } = await database
    .selectFrom('invoices')
    .select(({ fn }) => [fn.countAll<number>().as('open'), fn.min('created').as('oldest')])
    .where('status', 'in', ['created', 'processing', 'hold'])
    .where(({ eb, or }) => or([eb('ask_at', 'is not', null), eb('created', '>=', abandoned(now))]))
    .executeTakeFirstOrThrow();
  // MIN returns null if there are no rows, which the type does not contain.
  const ageMs = open > 0 ? now - Date.parse(oldest) : 0;
  return { open, oldestSeconds: Math.max(0, Math.floor(ageMs / 1000)) };
}

/**
 * Requests the state of open orders from the provider until it is final, and that of paid orders for some time, because
 * a webhook report may be lost.
 */
export function pollOrders(options: Options): Polling {
  const { storage, monobank, fulfil, writeLog, wakeDelivery, onCounts, now = Date.now, pollMs = 5000 } = options;
  async function requestState(order: OrderRow): Promise<void> {
    const { provider_id: invoiceId } = order;
    if (!monobank || invoiceId === null) return;
    const requestedAt = now();
    try {
      // The report is applied to the requested invoice, whatever id the response contains.
      const report = { ...(await monobank.readStatus(invoiceId)), invoiceId };
      await storage.write(async (database) => {
        await applyReport(database, 'monobank', report, fulfil, new Date(now()));
        await stopIfOver(database, order.id, requestedAt);
      });
      wakeDelivery();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // The desk finds the order by the provider's id. The order's own id gives access to its licence.
      const fields = { invoice: invoiceId, reason: messageOf(error) };
      if (!isUnknown(error, order, now()))
        return writeLog('warn', fields, 'the state of an order could not be requested');
      await stopRequests(storage, order, now());
      writeLog('error', fields, 'the payment provider does not know an order: its state is not requested any more');
    }
  }

  const publishCounts = async () => onCounts?.(await storage.read((database) => countOpenOrders(database, now())));

  /**
   * Requests the states of the orders that are due now. Orders that become due meanwhile wait for the next poll,
   * because this poll would not end while the provider does not answer. If the clock is set back during this poll, the
   * start of the poll is used as the time until the clock is later than that, so each order is requested only once.
   */
  async function requestDueStates(closing: AbortSignal): Promise<void> {
    const startedAt = now();
    const time = () => Math.max(startedAt, now());
    const isAnyDue = async () =>
      (await storage.read((database) => due(database, startedAt, time()).limit(1).execute())).length > 0;
    while (!closing.aborted && (await isAnyDue())) {
      const orders = await storage.write((database) => claim(database, startedAt, time()));
      await Promise.all(orders.map(requestState));
      await publishCounts();
    }
  }

  return startPolling({
    async poll(closing) {
      await expireAbandoned(storage, now());
      await publishCounts();
      if (monobank) await requestDueStates(closing);
    },
    pollMs,
    writeLog,
    failure: 'the states of open orders could not be requested',
  });
}
