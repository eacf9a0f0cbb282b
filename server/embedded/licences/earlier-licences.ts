import { endOfTerm } from '#shared/licence-terms.ts';
import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { findLicenceOfOrder, selectPaidLicences, type LicenceRow, type PaidLicence } from './licences.ts';
import { signAgain, termFrom } from './paid-terms.ts';

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
  const refunded = await findLicenceOfOrder(database, orderId);
  if (!refunded || Date.parse(refunded.expires) <= now.getTime()) return [];
  const others = await selectPaidLicences(database, refunded.machine_id).where('id', '<>', refunded.id).execute();
  const end = new Date(refunded.expires);
  // Without a stored beginning the ends are compared: a month until 28 February may have begun on 28 to 31 January.
  const isLater = ({ begins, plan, expires }: PaidLicence) =>
    begins === null ? new Date(expires) >= endOfTerm(plan, end) : new Date(begins) >= end;
  const earlier = others.filter((licence) => !isLater(licence)).map(({ expires }) => Date.parse(expires));
  let start = Math.max(now.getTime(), ...earlier);
  const changed: LicenceRow[] = [];
  for (const licence of others.filter(isLater)) {
    const term = termFrom(start, licence);
    start = Date.parse(term.expires);
    if (term.begins !== licence.begins) changed.push(await signAgain(database, keys, { ...licence, ...term }, now));
  }
  return changed;
}
