import { repeatRounds, type Rounds } from '../storage/rounds.ts';
import { StorageError, type Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../worker-messages.ts';
import type { Monobank } from './monobank.ts';
import { applyReport, type OrderRow, type Settle } from './orders.ts';
import { storeState } from './state-history.ts';

interface Options {
  storage: Storage;
  /** Null where no order can be asked about. */
  monobank: Pick<Monobank, 'readStatus'> | null;
  settle: Settle;
  writeLog: WriteLog;
  /** Called after something was put into the outbox. */
  onAnnounced: () => void;
  /** Called after each round. */
  onCounts?: (counts: OrderCounts) => void;
  now?: () => number;
  /** The time between two searches for orders that are due, in milliseconds. */
  pollMs?: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The time from when the page of an order is known until the provider is first asked about it. */
export const firstAskMs = 15_000;

/** An order of this age is asked about again after so long: most buyers pay within minutes. */
export function askIntervalMs(ageMs: number): number {
  if (ageMs < 15 * minuteMs) return 10_000;
  if (ageMs < 2 * hourMs) return minuteMs;
  return ageMs < 24 * hourMs ? 10 * minuteMs : hourMs;
}

/** Twice as long as an invoice is valid: an order without a page, or of the sandbox, is over then. */
const abandonedMs = 2 * hourMs;

/** Orders that one process asks about in one round. */
const batchSize = 10;

const due = (database: Database, now: number) =>
  database
    .selectFrom('invoices')
    .selectAll()
    .where('ask_at', '<=', now)
    .where('provider_id', 'is not', null)
    .orderBy('ask_at')
    .limit(batchSize);

/** A bank returns money within days: after this time nobody waits for it. */
const maxReturnMs = 30 * 24 * hourMs;

/** When an order is asked about next, in milliseconds since 1970. One that is paid is asked about while it is returned. */
function nextAskAt({ status, created, modified }: OrderRow, now: number): number | null {
  const ageMs = now - Date.parse(status === 'success' ? modified : created);
  return status === 'success' && ageMs > maxReturnMs ? null : now + askIntervalMs(ageMs);
}

/** Takes the orders that are due, so that no other process asks about them at the same time. */
async function claim(database: Database, now: number): Promise<OrderRow[]> {
  const orders = await due(database, now).execute();
  for (const order of orders)
    await database
      .updateTable('invoices')
      .set({ ask_at: nextAskAt(order, now) })
      .where('id', '=', order.id)
      .execute();
  return orders;
}

const abandoned = (now: number) => new Date(now - abandonedMs).toISOString();

/** Orders that nobody can pay any more, and that the provider does not know: it never reports `expired` of its own. */
async function expireAbandoned(storage: Storage, now: number): Promise<void> {
  const find = (database: Database) =>
    database
      .selectFrom('invoices')
      .select('id')
      .where('status', '=', 'created')
      .where('provider_id', 'is', null)
      .where('created', '<', abandoned(now));
  if (!(await storage.read((database) => find(database).limit(1).executeTakeFirst()))) return;
  const at = new Date(now).toISOString();
  await storage.write(async (database) => {
    for (const { id } of await find(database).execute()) {
      await database.updateTable('invoices').set({ status: 'expired', modified: at }).where('id', '=', id).execute();
      await storeState(database, { order_id: id, state: 'expired', at });
    }
  });
}

/** Orders whose payment is not decided, for metrics and /readyz. */
interface OrderCounts {
  open: number;
  /** The age of the oldest, in whole seconds; 0 where none is open. */
  oldestSeconds: number;
}

/** Counts what the provider is asked about, and what is too young to be abandoned. */
export async function countOpenOrders(database: Database, now: number): Promise<OrderCounts> {
  const { open, oldest } = await database
    .selectFrom('invoices')
    .select(({ fn }) => [fn.countAll<number>().as('open'), fn.min('created').as('oldest')])
    .where('status', 'in', ['created', 'processing', 'hold'])
    .where(({ eb, or }) => or([eb('ask_at', 'is not', null), eb('created', '>=', abandoned(now))]))
    .executeTakeFirstOrThrow();
  // Without rows the database answers null, which the types do not say.
  const ageMs = open > 0 ? now - Date.parse(oldest) : 0;
  return { open, oldestSeconds: Math.max(0, Math.floor(ageMs / 1000)) };
}

/** Asks the provider about open orders until each is final, for as long as the process runs: a report may be lost. */
export function watchOrders(options: Options): Rounds {
  const { storage, monobank, settle, writeLog, onAnnounced, onCounts, now = Date.now, pollMs = 5000 } = options;
  async function ask({ id, provider_id: invoiceId }: OrderRow): Promise<void> {
    if (!monobank || invoiceId === null) return;
    try {
      // The report is about the invoice that was asked about, whatever id the answer has.
      const report = { ...(await monobank.readStatus(invoiceId)), invoiceId };
      await storage.write((database) => applyReport(database, 'monobank', report, settle, new Date(now())));
      onAnnounced();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      writeLog('warn', { order: id, reason: (error as Error).message }, 'an order could not be asked about');
    }
  }

  async function askAll(closing: AbortSignal): Promise<void> {
    while (!closing.aborted) {
      if ((await storage.read((database) => due(database, now()).limit(1).execute())).length === 0) return;
      for (const order of await storage.write((database) => claim(database, now()))) await ask(order);
    }
  }

  return repeatRounds({
    async round(closing) {
      await expireAbandoned(storage, now());
      if (monobank) await askAll(closing);
      onCounts?.(await storage.read((database) => countOpenOrders(database, now())));
    },
    pollMs,
    writeLog,
    failure: 'open orders could not be asked about',
  });
}
