import { endOfTerm } from '#shared/licence-terms.ts';
import { isPaidPlan, type PaidPlanId } from '#shared/plans.ts';
import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { writeLicence } from './licence-text.ts';
import { selectPaidLicences, type LicenceRow } from './licences.ts';

/** Selects the paid licences of a computer. `ordered` is the computer in the order: it differs for a moved licence. */
const selectWithOrders = (database: Database, machineId: string) =>
  selectPaidLicences(database, machineId).select(({ selectFrom }) =>
    selectFrom('invoices')
      .whereRef('invoices.id', '=', 'licences.order_id')
      .select('invoices.machine_id')
      .as('ordered'),
  );

type OrderedLicence = Awaited<ReturnType<ReturnType<typeof selectWithOrders>['execute']>>[number];

/**
 * Returns the end of a licence that begins at `start` instead of `before`. A licence that was moved to this computer
 * during its term keeps only the rest of the term.
 */
function endFrom(start: Date, before: Date, plan: PaidPlanId, licence: OrderedLicence): Date {
  const end = new Date(licence.expires);
  const isMoved = licence.ordered !== null && licence.ordered !== licence.machine_id;
  const whole = endOfTerm(plan, start);
  const isRest = isMoved && end < endOfTerm(plan, before) && end.getTime() !== whole.getTime();
  return isRest ? new Date(start.getTime() + end.getTime() - before.getTime()) : whole;
}

/**
 * After a refund, the machine's later licences begin earlier: now, or when the licence before them ends. Without this
 * change the machine could use the product in the refunded term as well. Signs these licences again with their new
 * dates and returns them. If the refunded term is already over, nothing changes.
 */
export async function startFollowingLicencesEarlier(
  database: Database,
  keys: LicenceKeys,
  orderId: string,
  now: Date,
): Promise<LicenceRow[]> {
  const refunded = await database.selectFrom('licences').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!refunded || Date.parse(refunded.expires) <= now.getTime()) return [];
  const others = await selectWithOrders(database, refunded.machine_id).where('id', '<>', refunded.id).execute();
  const earlier = others.filter(({ expires }) => expires < refunded.expires).map(({ expires }) => Date.parse(expires));
  let start = new Date(Math.max(now.getTime(), ...earlier));
  let before = new Date(refunded.expires);
  const changed: LicenceRow[] = [];
  for (const licence of others.filter(({ expires }) => expires >= refunded.expires)) {
    const { id, plan, machine_id: machine } = licence;
    if (!isPaidPlan(plan)) continue;
    const end = endFrom(start, before, plan, licence);
    before = new Date(licence.expires);
    const isShorter = end.getTime() < Date.parse(licence.expires);
    start = isShorter ? end : new Date(licence.expires);
    if (!isShorter) continue;
    const [issued, expires] = [now.toISOString(), end.toISOString()];
    // The row keeps the day of the purchase, which the desk shows; the new text names the day on which it was signed.
    const change = {
      expires,
      key_id: keys.signer.id,
      licence: writeLicence({ plan, machine, issued, expires }, keys.signer),
    };
    await database.updateTable('licences').set(change).where('id', '=', id).execute();
    changed.push({ ...licence, ...change });
  }
  return changed;
}
