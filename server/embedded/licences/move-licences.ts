import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { selectPaidLicences, type LicenceRow } from './licences.ts';
import { beginOf, signAgain, termFrom } from './paid-terms.ts';

const buyerOf = ({ email }: LicenceRow) => email.toLowerCase();

/**
 * Moves all paid licences of a computer that have not ended to another computer: they are signed anew and keep their
 * ends. They move together, because the text of a licence is valid from the day on which it was signed, also if its term
 * begins later: a licence that stayed behind could be used on the first computer. If the other computer has a licence of
 * the same buyer, as after a renewal for a mistyped identifier, the moved licences begin when that one ends. Returns the
 * moved licences; null if the other computer has a licence of another buyer.
 */
export async function moveLicences(
  database: Database,
  keys: LicenceKeys,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<LicenceRow[] | null> {
  const issued = now.toISOString();
  const running = (machineId: string) => selectPaidLicences(database, machineId).where('expires', '>', issued);
  const moving = await running(from).execute();
  const buyers = new Set(moving.map(buyerOf));
  const existing = await running(to).execute();
  if (!existing.every((licence) => buyers.has(buyerOf(licence)))) return null;
  // Revoked licences move too, without a new text: when the order of one is refunded later, the licences that follow it
  // are found by their computer, and begin earlier.
  await database
    .updateTable('licences')
    .set({ machine_id: to })
    .where('machine_id', '=', from)
    .where('plan', '<>', 'trial')
    .where('revoked', 'is not', null)
    .where('expires', '>', issued)
    .execute();
  const moved: LicenceRow[] = [];
  // The end of the licence before, as it was and as it is on the other computer.
  let before = now.getTime();
  let start = Math.max(before, ...existing.map(({ expires }) => Date.parse(expires)));
  for (const licence of moving) {
    const begin = Math.max(before, beginOf(licence));
    // The term of a licence that staff have revoked stays as a gap until its order is refunded.
    const term = existing.length > 0 ? termFrom(start + begin - before, licence, begin) : licence;
    before = Date.parse(licence.expires);
    start = Date.parse(term.expires);
    const { begins, expires } = term;
    moved.push(await signAgain(database, keys, { ...licence, machine_id: to, begins, expires }, now));
  }
  return moved;
}
