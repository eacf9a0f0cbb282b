import type { Database, Row } from '../storage/tables.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import { refundOf } from '../outbox/outbox.ts';
import { isSignInLink } from '../outbox/sign-in-link.ts';

/**
 * Staff may send an e-mail again after it was given up, or while it waits for a retry. A link to sign in expires; its
 * owner requests a new one.
 */
export function canBeSentAgain(row: Pick<Row<'outbox'>, 'event' | 'state' | 'attempts'>): boolean {
  return !isSignInLink(row) && (row.state === 'failed' || (row.state === 'pending' && row.attempts > 0));
}

/** Returns a row of the outbox, or undefined. */
export const findOutboxRow = (database: Database, id: number): Promise<Row<'outbox'> | undefined> =>
  database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Makes an e-mail, a call or a refund request due immediately and starts its retries from the first one. If the row is
 * older than three days, it is given up after the last retry, ten hours later. The column `created` is not changed,
 * because it is a part of the message id, by which the recipient recognises a second copy. Returns false if there is no
 * such row.
 */
export async function sendAgain(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  const row = await findOutboxRow(database, id);
  if (!row) return false;
  if (!canBeSentAgain(row) || row.claimed_until > now) return true;
  await database
    .updateTable('outbox')
    .set({ state: 'pending', due: now, attempts: 0, error: null })
    .where('id', '=', id)
    .execute();
  const entry =
    row.kind === 'refund'
      ? ({ action: 'refund-asked', subject: refundOf(row).order } as const)
      : ({ action: 'email-sent-again', subject: String(id) } as const);
  await logAction(database, { who, ...entry, now });
  return true;
}
