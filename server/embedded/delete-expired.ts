import { officeDay } from '#shared/dates.ts';
import { unpaidStates } from '#shared/order-states.ts';
import { retention, startOfPeriod, type Period } from '#shared/retention.ts';
import { removeMessages } from './messages/messages.ts';
import { deleteExpiredSignIns } from './desk/sessions.ts';
import { deleteExpiredLinks } from './outbox/sign-in-link.ts';
import { deleteExpiredNews, deleteExpiredPictures } from './news/news-retention.ts';
import { deleteOrphanedStates } from './payments/state-history.ts';
import { deleteExpiredKeys } from './storage/idempotent-write.ts';
import { startPolling, type Polling } from './storage/polling.ts';
import type { Storage } from './storage/storage.ts';
import type { Database } from './storage/tables.ts';
import type { WriteLog } from './lib/write-log.ts';

/** The number of deleted rows of each kind. */
type DeletedCounts = Record<string, number>;

const dayMs = 24 * 3_600_000;
const jobName = 'retention';

const countOf = (results: { numDeletedRows: bigint }[]) =>
  results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);

/**
 * The retention period of a message starts when it was answered; if it has no answer, when it was last marked as not
 * answered; otherwise when it arrived. An unknown topic counts as `general`.
 */
async function deleteMessages(database: Database, before: (period: Period) => string): Promise<number> {
  const rows = await database
    .selectFrom('messages')
    .select('id')
    .where(({ eb, and, or, fn }) => {
      const ended = fn.coalesce('answered_at', 'reopened_at', 'date');
      return or([
        and([eb('topic', '=', 'career'), eb(ended, '<', before(retention.applications))]),
        and([eb('topic', '=', 'legal'), eb(ended, '<', before(retention.legalMessages))]),
        and([
          or([eb('topic', 'is', null), eb('topic', 'not in', ['career', 'legal'])]),
          eb(ended, '<', before(retention.messages)),
        ]),
      ]);
    })
    .execute();
  const ids = rows.map(({ id }) => id);
  await removeMessages(database, ids);
  return ids.length;
}

/** Deletes data that is older than the periods in shared/retention.ts, in the caller's transaction. */
export async function deleteExpired(database: Database, now: number): Promise<DeletedCounts> {
  const before = (period: Period) => startOfPeriod(period, new Date(now)).toISOString();
  const messages = await deleteMessages(database, before);
  const comments = await database
    .deleteFrom('comments')
    .where('state', '<>', 'shown')
    // A comment that was hidden by mistake can be shown again for the whole period.
    .where(({ fn }) => fn.coalesce('hidden_at', 'date'), '<', before(retention.hiddenComments))
    .execute();
  const trials = await database.deleteFrom('trials').where('date', '<', before(retention.trials)).execute();
  const licences = await database
    .deleteFrom('licences')
    .where(({ eb, or, and }) =>
      or([
        and([eb('order_id', 'is', null), eb('issued', '<', before(retention.trials))]),
        eb('expires', '<', before(retention.payments)),
      ]),
    )
    .execute();
  const invoices = await database
    .deleteFrom('invoices')
    .where(({ eb, or, and }) =>
      or([
        and([eb('status', 'in', unpaidStates), eb('modified', '<', before(retention.unpaidInvoices))]),
        eb('modified', '<', before(retention.payments)),
      ]),
    )
    .execute();
  await deleteOrphanedStates(database);
  const emails = await database
    .deleteFrom('outbox')
    .where('state', '<>', 'pending')
    .where('created', '<', Date.parse(before(retention.emails)))
    .execute();
  const auditLog = await database.deleteFrom('desk_acts').where('at', '<', before(retention.auditLog)).execute();
  const firstDay = officeDay(startOfPeriod(retention.pageViews, new Date(now)));
  const pageViews = await database.deleteFrom('visits').where('day', '<', firstDay).execute();
  await database.deleteFrom('vitals').where('day', '<', firstDay).execute();
  await deleteExpiredSignIns(database, now);
  await deleteExpiredLinks(database, now);
  await deleteExpiredKeys(database, now);
  const news = await deleteExpiredNews(database, now);
  return {
    ...news,
    messages,
    comments: countOf(comments),
    trials: countOf(trials),
    invoices: countOf(invoices),
    licences: countOf(licences),
    emails: countOf(emails),
    auditLog: countOf(auditLog),
    pageViews: countOf(pageViews),
  };
}

/** If the last run is longer ago, the clock may be wrong; in milliseconds. */
const longPauseMs = 30 * dayMs;

/**
 * Deletes expired data if the last run was a day ago. Returns null if another process did so more recently. After a
 * long time it only stores the time and returns 'postponed', and the next run, a day later, deletes the expired data: a
 * computer whose clock is wrong after a start must not delete everything.
 */
export async function deleteExpiredDaily(database: Database, now: number): Promise<DeletedCounts | 'postponed' | null> {
  const last = await database.selectFrom('jobs').select('done').where('name', '=', jobName).executeTakeFirst();
  if (last && last.done > now - dayMs && last.done <= now) return null;
  await database
    .insertInto('jobs')
    .values({ name: jobName, done: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ done: now }))
    .execute();
  return last && now - last.done > longPauseMs ? 'postponed' : deleteExpired(database, now);
}

interface Options {
  storage: Storage;
  writeLog: WriteLog;
  now?: () => number;
  /** The interval between two checks whether the daily job is due, in milliseconds. */
  pollMs?: number;
}

/**
 * Deletes expired data once a day while the process runs. If several processes share a database, one of them does it.
 */
export function startRetention({ storage, writeLog, now = Date.now, pollMs = 3_600_000 }: Options): Polling {
  return startPolling({
    async poll() {
      const deleted = await storage.write((database) => deleteExpiredDaily(database, now()));
      if (deleted === null) return;
      if (deleted === 'postponed')
        return writeLog(
          'warn',
          {},
          'expired data was last deleted more than 30 days ago; if the clock is right, the next deletion is in a day',
        );
      if (Object.values(deleted).some((count) => count > 0))
        writeLog('info', deleted, 'data older than its retention period was deleted');
      const pictures = await deleteExpiredPictures(storage, now());
      if (pictures > 0) writeLog('info', { pictures }, 'uploaded pictures that no article contains were deleted');
    },
    pollMs,
    writeLog,
    failure: 'old data could not be deleted',
  });
}
