import type { Database, Row } from '../storage/tables.ts';
import { recordAct, type Actor } from './acts.ts';

/** Staff may send a letter again after it was given up, or while it waits for a later attempt. */
export const canBeSentAgain = ({ state, attempts }: Pick<Row<'outbox'>, 'state' | 'attempts'>): boolean =>
  state === 'failed' || (state === 'pending' && attempts > 0);

/** One row of the outbox; undefined where there is none. */
export const findLetter = (database: Database, id: number): Promise<Row<'outbox'> | undefined> =>
  database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** Makes a letter due at once, and gives it three days again. Answers whether there is such a letter. */
export async function sendAgain(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  const row = await findLetter(database, id);
  if (!row) return false;
  if (!canBeSentAgain(row) || row.claimed_until > now) return true;
  await database
    .updateTable('outbox')
    .set({ state: 'pending', due: now, created: now, error: null })
    .where('id', '=', id)
    .execute();
  await recordAct(database, { who, act: 'letter-sent-again', subject: String(id), now });
  return true;
}
