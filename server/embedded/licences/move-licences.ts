import { isPaidPlan } from '#shared/plans.ts';
import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { writeLicence } from './licence-text.ts';
import { selectPaidLicences, type LicenceRow } from './licences.ts';

const buyerOf = ({ email }: LicenceRow) => email.toLowerCase();

/**
 * Moves all paid licences of a computer that have not ended to another computer: they are signed anew and keep their
 * ends. All of them, because the text of each is valid already, also of one whose term begins later. If the other
 * computer has a licence of the same buyer, as after a renewal for a mistyped identifier, their days follow it. Returns
 * the moved licences; null if the other computer has a licence of another buyer.
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
  const there = await running(to).execute();
  if (!there.every((licence) => buyers.has(buyerOf(licence)))) return null;
  const start = Math.max(now.getTime(), ...there.map(({ expires }) => Date.parse(expires)));
  // A revoked one has no text, but licences that begin after it begin earlier when its order is refunded.
  await database
    .updateTable('licences')
    .set({ machine_id: to })
    .where('machine_id', '=', from)
    .where('plan', '<>', 'trial')
    .where('revoked', 'is not', null)
    .where('expires', '>', issued)
    .execute();
  const moved: LicenceRow[] = [];
  for (const licence of moving) {
    const { id, plan } = licence;
    if (!isPaidPlan(plan)) continue;
    const expires = new Date(Date.parse(licence.expires) + start - now.getTime()).toISOString();
    const text = writeLicence({ plan, machine: to, issued, expires }, keys.signer);
    const change = { machine_id: to, expires, key_id: keys.signer.id, licence: text };
    await database.updateTable('licences').set(change).where('id', '=', id).execute();
    moved.push({ ...licence, ...change });
  }
  return moved;
}
