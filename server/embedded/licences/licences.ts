import type { Language } from '#shared/languages.ts';
import { endOfTerm } from '#shared/licence-terms.ts';
import { isPaidPlan, plans, type PaidPlanId, type PlanId } from '#shared/plans.ts';
import type { Database, Row } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { product, writeLicence } from './licence-text.ts';

export type LicenceRow = Row<'licences'>;
export type PaidLicence = LicenceRow & { plan: PaidPlanId };

const paidPlanIds = plans.map(({ id }) => id).filter(isPaidPlan);

/** Selects the paid licences of a computer that are not revoked; the licence that ends first comes first. */
export const selectPaidLicences = (database: Database, machineId: string) =>
  database
    .selectFrom('licences')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('product', '=', product)
    .where('plan', 'in', paidPlanIds)
    .$narrowType<{ plan: PaidPlanId }>()
    .where('revoked', 'is', null)
    .orderBy('expires')
    .orderBy('id');

/** Returns the licence of an order, revoked or not; null if none was issued. */
export async function findLicenceOfOrder(database: Database, orderId: string): Promise<LicenceRow | null> {
  const licences = database.selectFrom('licences').selectAll().where('order_id', '=', orderId);
  return (await licences.executeTakeFirst()) ?? null;
}

/** The person and the computer that a licence is issued to. */
interface Holder {
  machineId: string;
  email: string;
  language: Language | null;
}

interface NewLicence extends Holder {
  plan: PlanId;
  orderId: string | null;
  issued: Date;
  begins: Date;
}

async function addLicence(database: Database, keys: LicenceKeys, facts: NewLicence): Promise<LicenceRow> {
  const { plan, machineId, email, language, orderId } = facts;
  const [issued, begins] = [facts.issued.toISOString(), facts.begins.toISOString()];
  const expires = endOfTerm(plan, facts.begins).toISOString();
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
      begins,
      expires,
      revoked: null,
      key_id: keys.signer.id,
      licence: writeLicence({ plan, machine: machineId, issued, expires }, keys.signer),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns the trial licence of a computer, issued now if there is none; null if the trial is over. The trial starts
 * once, with the first request from any e-mail address; the caller stores the request.
 */
export async function issueTrialLicence(
  database: Database,
  keys: LicenceKeys,
  holder: Holder,
  now: Date,
): Promise<{ licence: LicenceRow; isNew: boolean } | null> {
  const ofComputer = database.selectFrom('licences').selectAll().where('machine_id', '=', holder.machineId);
  const existing = await ofComputer.where('plan', '=', 'trial').executeTakeFirst();
  if (existing) {
    const isOver = existing.revoked !== null || Date.parse(existing.expires) <= now.getTime();
    return isOver ? null : { licence: existing, isNew: false };
  }
  const first = await database
    .selectFrom('trials')
    .select(({ fn }) => fn.min('date').as('date'))
    .where('machine_id', '=', holder.machineId)
    .executeTakeFirst();
  const issued = first?.date ? new Date(first.date) : now;
  if (endOfTerm('trial', issued) <= now) return null;
  const licence = await addLicence(database, keys, { ...holder, plan: 'trial', orderId: null, issued, begins: issued });
  return { licence, isNew: true };
}

/**
 * Issues the licence of a paid order. If the computer has a running paid licence, the new one is valid for one term
 * after that one, so no paid time is lost. The rest of a trial is not added.
 */
export async function issuePaidLicence(
  database: Database,
  keys: LicenceKeys,
  { plan, orderId, ...holder }: Holder & { plan: PaidPlanId; orderId: string },
  now: Date,
): Promise<LicenceRow> {
  const earlier = await selectPaidLicences(database, holder.machineId).execute();
  const begins = new Date(Math.max(now.getTime(), ...earlier.map(({ expires }) => Date.parse(expires))));
  return addLicence(database, keys, { ...holder, plan, orderId, issued: now, begins });
}

/**
 * Revokes the licence with an id, or the one of an order. Returns null if there is none, or if it is already revoked.
 */
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
