import { addMonths } from '#shared/add-months.ts';
import { endOfTerm, licenceTerms } from '#shared/licence-terms.ts';
import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { writeLicence } from './licence-text.ts';
import type { LicenceRow, PaidLicence } from './licences.ts';

/** The beginning and the end of the term of a licence. */
type Term = Pick<LicenceRow, 'begins' | 'expires'>;

/**
 * The beginning of a licence's term, in milliseconds since 1970. The previous release, which may still run during an
 * upgrade, stores none, but its terms are whole.
 */
export const beginOf = ({ begins, plan, expires }: Pick<PaidLicence, 'begins' | 'plan' | 'expires'>): number =>
  begins ? Date.parse(begins) : addMonths(new Date(expires), -licenceTerms[plan].months).getTime();

/**
 * The term of a licence that begins at `start` instead of `begin`: a whole term of its plan; if the licence was moved
 * during its term and had to wait for the end of another licence, what remains of its term.
 */
export function termFrom(start: number, licence: PaidLicence, begin = beginOf(licence)): Term {
  const { plan, expires } = licence;
  const [from, end] = [new Date(start), Date.parse(expires)];
  const isWhole = endOfTerm(plan, new Date(begin)).getTime() === end;
  const newEnd = isWhole ? endOfTerm(plan, from) : new Date(start + end - begin);
  return { begins: from.toISOString(), expires: newEnd.toISOString() };
}

/** Signs a stored licence again, for the computer and the term that are given, and stores both. */
export async function signAgain(
  database: Database,
  keys: LicenceKeys,
  licence: PaidLicence,
  now: Date,
): Promise<LicenceRow> {
  const { id, plan, machine_id, begins, expires } = licence;
  // The row keeps the day of the purchase, which the desk shows; the new text names the day on which it was signed.
  const text = writeLicence({ plan, machine: machine_id, issued: now.toISOString(), expires }, keys.signer);
  const change = { machine_id, begins, expires, key_id: keys.signer.id, licence: text };
  await database.updateTable('licences').set(change).where('id', '=', id).execute();
  return { ...licence, ...change };
}
