import { isPaidPlan } from '#shared/plans.ts';
import type { Database } from '../storage/tables.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { writeLicence } from './licence-text.ts';
import { selectPaidLicences, type LicenceRow } from './licences.ts';

/**
 * Moves all paid licences of a computer that have not ended to another computer: they are signed anew and keep their
 * ends. All of them, because the text of each is valid already, also of one whose term begins later. Returns the moved
 * licences; null if the other computer has a paid licence of its own, beside which the days of these would be lost.
 */
export async function moveLicences(
  database: Database,
  keys: LicenceKeys,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<LicenceRow[] | null> {
  const issued = now.toISOString();
  const running = (machineId: string) => selectPaidLicences(database, machineId).where('expires', '>', issued);
  if (await running(to).executeTakeFirst()) return null;
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
  for (const licence of await running(from).execute()) {
    const { id, plan, expires } = licence;
    if (!isPaidPlan(plan)) continue;
    const text = writeLicence({ plan, machine: to, issued, expires }, keys.signer);
    const change = { machine_id: to, key_id: keys.signer.id, licence: text };
    await database.updateTable('licences').set(change).where('id', '=', id).execute();
    moved.push({ ...licence, ...change });
  }
  return moved;
}
