import { sql } from 'kysely';
import { isPaidPlan } from '#shared/plans.ts';
import type { LicenceKeys } from '../licences/licence-keys.ts';
import { revokeLicence, selectPaidLicences, type LicenceRow } from '../licences/licences.ts';
import { moveLicences } from '../licences/move-licences.ts';
import type { EmailOptions } from '../outbox/compose-email.ts';
import { composeLicence, resendEventPrefix } from '../licences/licence-emails.ts';
import { addEmail } from '../outbox/outbox.ts';
import { isRecent } from '../storage/impossible-times.ts';
import type { Database } from '../storage/tables.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import { contains } from '../storage/search.ts';

/** Returns a licence, or undefined. */
export const findLicence = (database: Database, id: number): Promise<LicenceRow | undefined> =>
  database.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirst();

const searchedText = sql<string>`email || ' ' || machine_id || ' ' || coalesce(order_id, '')`;

/**
 * Returns the newest licences without their texts, filtered by a part of an e-mail address, a machine identifier or an
 * order id. The licence of a trial is found by every address that has asked for the trial of its computer.
 */
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
    'begins',
    'expires',
    'revoked',
    'key_id',
  ] as const;
  const all = database.selectFrom('licences').select(columns);
  const trialsOf = (text: string) =>
    database
      .selectFrom('trials')
      .select('machine_id')
      .where(contains(sql<string>`email`, text));
  const found = search
    ? all.where(({ eb, or }) =>
        or([contains(searchedText, search), eb('machine_id', 'in', trialsOf(search)).and('plan', '=', 'trial')]),
      )
    : all;
  return found.orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/**
 * Returns the last valid licence of the same computer that ends after this paid one. It begins at the end of this one,
 * or of another one between them, so the text that its buyer has stays valid for the terms of all of them.
 */
export async function findLaterLicence(
  database: Database,
  { id, machine_id, expires }: LicenceRow,
  now: number,
): Promise<LicenceRow | null> {
  const licences = await selectPaidLicences(database, machine_id).execute();
  return licences.findLast((one) => one.id !== id && one.expires >= expires && isLicenceValid(one, now)) ?? null;
}

/** Whether a licence is valid now. */
export const isLicenceValid = ({ revoked, expires }: Pick<LicenceRow, 'revoked' | 'expires'>, now: number): boolean =>
  revoked === null && Date.parse(expires) > now;

/** Requests within this time send only one e-mail, for double clicks and two people at once. */
const minResendMs = 60_000;

async function isJustSent(database: Database, id: number, now: number): Promise<boolean> {
  const row = await database
    .selectFrom('outbox')
    .select('id')
    .where('event', '>=', resendEventPrefix(id))
    .where('event', '<', `${resendEventPrefix(id)}~`)
    .where(isRecent('created', minResendMs, now))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sends the licence to its buyer in a new e-mail. Returns false if there is no such licence, or if it is not valid any
 * more.
 */
export async function sendLicence(
  database: Database,
  id: number,
  emailOptions: EmailOptions,
  { who, now }: Actor,
): Promise<boolean> {
  const licence = await findLicence(database, id);
  if (!licence || !isLicenceValid(licence, now)) return false;
  if (await isJustSent(database, id, now)) return true;
  const email = composeLicence(emailOptions, licence, 'again');
  await addEmail(
    database,
    { event: `${resendEventPrefix(id)}${now}`, email, hasMailServer: emailOptions.hasMailServer },
    now,
  );
  await logAction(database, { who, action: 'licence-sent', subject: String(id), now });
  return true;
}

/** Whether a licence can be moved to another computer: a trial is for the computer on which it began. */
export const canBeMoved = (licence: Pick<LicenceRow, 'plan' | 'revoked' | 'expires'>, now: number): boolean =>
  isPaidPlan(licence.plan) && isLicenceValid(licence, now);

interface Move {
  /** The computer of the licence when the form was shown. */
  from: string;
  machineId: string;
  keys: LicenceKeys;
  emailOptions: EmailOptions;
}

/**
 * Moves a licence, with all other licences of its computer, to another computer, and sends them to their buyers.
 * `ended`: the licence is no longer valid, or belongs to a trial; `taken`: the other computer has a licence of
 * another buyer; `changed`: another member of the staff has already moved the licence. A second click changes nothing.
 */
export async function moveLicence(
  database: Database,
  id: number,
  { from, machineId, keys, emailOptions }: Move,
  { who, now }: Actor,
): Promise<'missing' | 'ended' | 'taken' | 'changed' | 'moved'> {
  const licence = await findLicence(database, id);
  if (!licence) return 'missing';
  if (!canBeMoved(licence, now)) return 'ended';
  if (licence.machine_id === machineId) return 'moved';
  if (licence.machine_id !== from) return 'changed';
  const moved = await moveLicences(database, keys, { from, to: machineId }, new Date(now));
  if (!moved) return 'taken';
  for (const row of moved) {
    const email = composeLicence(emailOptions, row, 'moved');
    const event = `${resendEventPrefix(row.id)}${now}`;
    await addEmail(database, { event, email, hasMailServer: emailOptions.hasMailServer }, now);
    await logAction(database, { who, action: 'licence-moved', subject: String(row.id), now });
  }
  return 'moved';
}

/** Revokes a licence. Returns false if there is none. The copy that the buyer already has cannot be revoked. */
export async function revokeById(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  if (await revokeLicence(database, { id }, new Date(now)))
    await logAction(database, { who, action: 'licence-revoked', subject: String(id), now });
  return (await findLicence(database, id)) !== undefined;
}
