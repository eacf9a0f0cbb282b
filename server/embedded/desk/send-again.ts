import type { Database, Row } from '../storage/tables.ts';
import { logAction, type Actor } from '../audit-log.ts';

/** Staff may send an e-mail again after it was given up, or while it waits for a retry. */
export const canBeSentAgain = ({ state, attempts }: Pick<Row<'outbox'>, 'state' | 'attempts'>): boolean =>
  state === 'failed' || (state === 'pending' && attempts > 0);

/** Returns a row of the outbox, or undefined. */
export const findEmail = (database: Database, id: number): Promise<Row<'outbox'> | undefined> =>
  database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Makes an e-mail due immediately and restarts its retry period of three days. Returns false if there is no such
 * e-mail.
 */
export async function sendAgain(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  const row = await findEmail(database, id);
  if (!row) return false;
  if (!canBeSentAgain(row) || row.claimed_until > now) return true;
  await database
    .updateTable('outbox')
    .set({ state: 'pending', due: now, created: now, error: null })
    .where('id', '=', id)
    .execute();
  await logAction(database, { who, action: 'email-sent-again', subject: String(id), now });
  return true;
}
