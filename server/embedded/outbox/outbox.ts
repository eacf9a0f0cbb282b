import { parseUnchecked } from '#server/lib/parse-json.ts';
import { maxDueTime } from '../storage/impossible-times.ts';
import type { Database, Row } from '../storage/tables.ts';
import type { Email } from './compose-email.ts';
import { deleteExpiredLinks } from './sign-in-link.ts';

/** What is sent to NOTIFY_URL, in the format of Standard Webhooks. */
interface Notification {
  type: 'message.created' | 'comment.held' | 'order.paid';
  /** The format is ISO 8601. */
  timestamp: string;
  data: Record<string, string | number | boolean | null>;
}

/** A request to the payment provider to refund an order. */
interface Refund {
  /** The id of the order. */
  order: string;
}

/** The numbers of unsent rows, for metrics and /readyz. */
export interface OutboxCounts {
  /** The number of rows that are still retried. */
  pending: number;
  /** The number of rows that failed and are not retried. */
  failed: number;
  /** The age of the oldest pending row, in whole seconds; 0 if there is none. */
  oldestSeconds: number;
}

/** The delays between attempts, in milliseconds; the last one is repeated. */
export const retryDelaysMs = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 3 * 3_600_000, 6 * 3_600_000];

const maxDelayMs = Math.max(...retryDelaysMs);

/** After three days an e-mail is no longer useful to its recipient. */
export const giveUpMs = 3 * 24 * 3_600_000;

/** A claim lasts longer than the slowest attempt, so an expired claim means that its process has ended. */
export const claimMs = 15 * 60_000;

/** The number of rows of a kind that a process sends concurrently. */
const batchSize = 5;

export type OutboxRow = Row<'outbox'>;
export type OutboxKind = OutboxRow['kind'];

interface NewRow extends Pick<OutboxRow, 'event' | 'kind' | 'state' | 'recipient' | 'message_id'> {
  content: Email | Notification | Refund;
}

/** Returns the e-mail of a row of kind `email`. The outbox wrote this JSON itself, so its shape is not checked. */
export const emailOf = ({ payload }: Pick<OutboxRow, 'payload'>): Email => parseUnchecked(payload);

/** Returns the order of a row of kind `refund`. The outbox wrote this JSON itself, so its shape is not checked. */
export const refundOf = ({ payload }: Pick<OutboxRow, 'payload'>): Refund => parseUnchecked(payload);

/** Returns a row, or undefined. */
export const findOutboxRow = (database: Database, id: number): Promise<OutboxRow | undefined> =>
  database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** Adds a row, in the transaction of its cause. */
async function add(database: Database, { content, ...row }: NewRow, now: number): Promise<void> {
  await database
    .insertInto('outbox')
    .values({
      ...row,
      payload: JSON.stringify(content),
      created: now,
      due: now,
      claimed_until: 0,
      attempts: 0,
      error: null,
    })
    .execute();
}

export interface NewEmail {
  event: string;
  email: Email;
  /** The id of the message whose attachment is sent with the e-mail. */
  messageId?: number;
  /** Without a mail server the e-mail is only stored. */
  hasMailServer: boolean;
}

/** Adds an e-mail; rejects when its event is in the outbox already. */
export const addEmail = (
  database: Database,
  { event, email, messageId, hasMailServer }: NewEmail,
  now = Date.now(),
): Promise<void> =>
  add(
    database,
    {
      event,
      kind: 'email',
      state: hasMailServer ? 'pending' : 'kept',
      recipient: email.to,
      content: email,
      message_id: messageId ?? null,
    },
    now,
  );

const toNobody = { state: 'pending', recipient: '', message_id: null } as const;

/** Adds a call to NOTIFY_URL; rejects when its event is in the outbox already. */
export const addNotification = (database: Database, event: string, content: Notification): Promise<void> =>
  add(database, { ...toNobody, event, kind: 'call', content }, Date.now());

export const refundEvent = (order: string) => `order:${order}:refund`;

/** Adds the request to the payment provider for a refund. */
export const addRefund = (database: Database, refund: Refund, now: number): Promise<void> =>
  add(database, { ...toNobody, event: refundEvent(refund.order), kind: 'refund', content: refund }, now);

const due = (database: Database, kind: OutboxKind, now: number) =>
  database
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'pending')
    // The previous release, which may still run during an upgrade, has another name for e-mails: see tables.ts.
    .where('kind', kind === 'email' ? 'not in' : 'in', kind === 'email' ? ['call', 'refund'] : [kind])
    .where(({ eb, or }) =>
      // A new row is due whatever its time is.
      or([eb('due', '<=', now), eb('attempts', '=', 0), eb('due', '>', maxDueTime(now, maxDelayMs))]),
    )
    .where(({ eb, or }) => or([eb('claimed_until', '<=', now), eb('claimed_until', '>', maxDueTime(now, claimMs))]))
    // New rows go first: while a mail server hangs, a link to sign in must not wait behind e-mails that have failed.
    .orderBy('attempts')
    .orderBy('due')
    .limit(batchSize);

export const isAnythingDue = async (database: Database, kind: OutboxKind, now: number) =>
  (await due(database, kind, now).limit(1).execute()).length > 0;

/** Claims due rows of a kind, so that no other process sends them before the claim expires. */
export async function claimDue(database: Database, kind: OutboxKind, now: number): Promise<OutboxRow[]> {
  await deleteExpiredLinks(database, now);
  const rows = await due(database, kind, now).execute();
  const claimed = rows.map((row) => ({ ...row, claimed_until: now + claimMs, attempts: row.attempts + 1 }));
  for (const { id, claimed_until, attempts } of claimed)
    await database.updateTable('outbox').set({ claimed_until, attempts }).where('id', '=', id).execute();
  return claimed;
}

/** Selects the row only as it was claimed, because another process may have claimed it after the claim expired. */
const claimedRow = (database: Database, { id, attempts }: OutboxRow) =>
  database.updateTable('outbox').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'pending');

/**
 * Takes back a claim of rows that were not sent. Nothing changes where the claim was not stored, or another process has
 * claimed the row.
 */
export async function releaseClaim(database: Database, rows: readonly OutboxRow[]): Promise<void> {
  for (const row of rows)
    await claimedRow(database, row)
      .where('claimed_until', '=', row.claimed_until)
      .set({ claimed_until: 0, attempts: row.attempts - 1 })
      .execute();
}

/** Stores that a claimed row was sent. */
export async function markSent(database: Database, row: OutboxRow): Promise<void> {
  await claimedRow(database, row).set({ state: 'sent', claimed_until: 0, error: null }).execute();
}

/** Stores the time of the next attempt. Returns true if the row has failed instead. */
export async function markUnsent(
  database: Database,
  row: OutboxRow,
  { error, isFinal, now }: { error: string; isFinal: boolean; now: number },
): Promise<boolean> {
  const delayMs = retryDelaysMs[Math.min(row.attempts, retryDelaysMs.length) - 1] ?? 0;
  // The clock may have been behind or ahead when the row was added, so its age alone does not count.
  const isTooOld = row.attempts > retryDelaysMs.length && Math.abs(now + delayMs - row.created) > giveUpMs;
  const isOver = isFinal || isTooOld;
  const state = isOver ? 'failed' : 'pending';
  await claimedRow(database, row)
    .set({ state, due: now + delayMs, claimed_until: 0, error })
    .execute();
  return isOver;
}

/** Counts the pending and the failed rows; `oldestSeconds` is the age of the oldest pending row. */
export async function countOutbox(database: Database, now: number): Promise<OutboxCounts> {
  const rows = await database
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created').as('oldest')])
    .where('state', 'in', ['pending', 'failed'])
    .groupBy('state')
    .execute();
  const pending = rows.find(({ state }) => state === 'pending');
  const failed = rows.find(({ state }) => state === 'failed');
  return {
    pending: pending?.count ?? 0,
    failed: failed?.count ?? 0,
    oldestSeconds: pending ? Math.max(0, Math.floor((now - pending.oldest) / 1000)) : 0,
  };
}
