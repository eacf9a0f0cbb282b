import type { Language } from '#shared/languages.ts';
import { endOfTerm } from '#shared/licence-terms.ts';
import type { PaidPlanId, PlanId } from '#shared/plans.ts';
import type { Database, Row } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { product, writeLicence } from './licence-text.ts';

export type LicenceRow = Row<'licences'>;

/** Who gets a licence, and for which computer. */
interface Holder {
  machineId: string;
  email: string;
  language: Language | null;
}

interface NewLicence extends Holder {
  plan: PlanId;
  orderId: string | null;
  issued: Date;
  expires: Date;
}

async function addLicence(database: Database, keys: LicenceKeys, facts: NewLicence): Promise<LicenceRow> {
  const { plan, machineId, email, language, orderId } = facts;
  const [issued, expires] = [facts.issued.toISOString(), facts.expires.toISOString()];
  return database
    .insertInto('licences')
    .values({
      order_id: orderId,
      product,
      plan,
      machine_id: machineId,
      email,
      language,
      issued,
      expires,
      revoked: null,
      key_id: keys.signer.id,
      licence: writeLicence({ plan, machine: machineId, issued, expires }, keys.signer),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The licence of a computer's trial, made where there is none yet; null when the trial is over. The trial begins once,
 * with the first request, whatever address asks for it later; the request is stored before this is called.
 */
export async function issueTrialLicence(
  database: Database,
  keys: LicenceKeys,
  holder: Holder,
  now: Date,
): Promise<{ licence: LicenceRow; isNew: boolean } | null> {
  const ofComputer = database.selectFrom('licences').selectAll().where('machine_id', '=', holder.machineId);
  const known = await ofComputer.where('plan', '=', 'trial').executeTakeFirst();
  if (known) {
    const isOver = known.revoked !== null || Date.parse(known.expires) <= now.getTime();
    return isOver ? null : { licence: known, isNew: false };
  }
  const first = await database
    .selectFrom('trials')
    .select(({ fn }) => fn.min('date').as('date'))
    .where('machine_id', '=', holder.machineId)
    .executeTakeFirst();
  const issued = first?.date ? new Date(first.date) : now;
  const expires = endOfTerm('trial', issued);
  if (expires <= now) return null;
  const licence = await addLicence(database, keys, { ...holder, plan: 'trial', orderId: null, issued, expires });
  return { licence, isNew: true };
}

/**
 * The licence of a paid order. Where a paid licence of the same computer is running, the new one ends one term after
 * it: nothing that was paid for is lost. A trial is not added: a paid licence begins with its payment.
 */
export async function issuePaidLicence(
  database: Database,
  keys: LicenceKeys,
  { plan, orderId, ...holder }: Holder & { plan: PaidPlanId; orderId: string },
  now: Date,
): Promise<LicenceRow> {
  const running = await database
    .selectFrom('licences')
    .select(({ fn }) => fn.max('expires').as('expires'))
    .where('machine_id', '=', holder.machineId)
    .where('product', '=', product)
    .where('plan', '<>', 'trial')
    .where('revoked', 'is', null)
    .where('expires', '>', now.toISOString())
    .executeTakeFirst();
  const start = running?.expires ? new Date(running.expires) : now;
  return addLicence(database, keys, { ...holder, plan, orderId, issued: now, expires: endOfTerm(plan, start) });
}

/** Revokes the licence of an order, or the one with an id; null where there is none, or it was revoked before. */
export async function revokeLicence(
  database: Database,
  which: { orderId: string } | { id: number },
  now: Date,
): Promise<LicenceRow | null> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['order_id', which.orderId] as const);
  const revoked = await database
    .updateTable('licences')
    .set({ revoked: now.toISOString() })
    .where(column, '=', value)
    .where('revoked', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return revoked ?? null;
}
