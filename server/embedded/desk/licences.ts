import { sql } from 'kysely';
import { revokeLicence, type LicenceRow } from '../licences/licences.ts';
import type { LetterOptions } from '../outbox/letters.ts';
import { composeLicence } from '../outbox/licence-letters.ts';
import { addLetter } from '../outbox/outbox.ts';
import type { Database } from '../storage/tables.ts';
import { recordAct, type Actor } from './acts.ts';
import { contains } from './search.ts';

/** One licence; undefined where there is none. */
export const findLicence = (database: Database, id: number): Promise<LicenceRow | undefined> =>
  database.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirst();

const searched = sql<string>`email || ' ' || machine_id || ' ' || coalesce(order_id, '')`;

/** The newest licences without their texts, by a part of an e-mail address, a machine identifier or an order. */
export async function findLicences(
  database: Database,
  { search }: { search?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<Omit<LicenceRow, 'licence'>[]> {
  const columns = [
    'id',
    'order_id',
    'product',
    'plan',
    'machine_id',
    'email',
    'language',
    'issued',
    'expires',
    'revoked',
    'key_id',
  ] as const;
  const all = database.selectFrom('licences').select(columns);
  const found = search ? all.where(contains(searched, search)) : all;
  return found.orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** Whether somebody can still use a licence. */
export const isRunning = ({ revoked, expires }: Pick<LicenceRow, 'revoked' | 'expires'>, now: number): boolean =>
  revoked === null && Date.parse(expires) > now;

/** The prefix of the events of letters that send a licence again. */
export const repeatedEvent = (id: number) => `licence:${id}:again:`;

/** Two clicks, or two people who click at once, send one letter. */
const minRepeatMs = 60_000;

async function wasJustSent(database: Database, id: number, now: number): Promise<boolean> {
  const row = await database
    .selectFrom('outbox')
    .select('id')
    .where('event', '>=', repeatedEvent(id))
    .where('event', '<', `${repeatedEvent(id)}~`)
    .where('created', '>', now - minRepeatMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a new letter with the licence to its buyer; answers whether there is such a licence, and it is running. */
export async function sendLicence(
  database: Database,
  id: number,
  { texts, language, isSent }: LetterOptions,
  { who, now }: Actor,
): Promise<boolean> {
  const licence = await findLicence(database, id);
  if (!licence || !isRunning(licence, now)) return false;
  if (await wasJustSent(database, id, now)) return true;
  const letter = composeLicence(texts, language, licence);
  await addLetter(database, { event: `${repeatedEvent(id)}${now}`, letter, isSent }, now);
  await recordAct(database, { who, act: 'licence-sent', subject: String(id), now });
  return true;
}

/** Revokes a licence; answers whether there is one. The text that its buyer has cannot be taken back. */
export async function endLicence(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  if (await revokeLicence(database, { id }, new Date(now)))
    await recordAct(database, { who, act: 'licence-revoked', subject: String(id), now });
  return (await findLicence(database, id)) !== undefined;
}
