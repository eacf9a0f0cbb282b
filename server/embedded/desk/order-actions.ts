import { isMachineId } from '#shared/machine-id.ts';
import { parseId } from '../lib/parse-id.ts';
import {
  conflictPage,
  firstValueOf,
  missingPage,
  type DeskResponse,
  type DeskText,
  type SignedInRequest,
} from './desk-request.ts';
import { revokeById, findLicence, moveLicence, sendLicence } from './issued-licences.ts';
import { licencePage, orderPage } from './order-paths.ts';
import { queueRefund } from './refunds.ts';
import type { Actor } from '../storage/audit-log.ts';
import type { Database } from '../storage/tables.ts';

/** Why an action on a licence was not done: a key of `order` in locales/<language>/desk.json. */
type Obstacle = Extract<
  Parameters<DeskText>[0],
  'order.licenceEnded' | 'order.badMachine' | 'order.machineTaken' | 'order.movedMeanwhile'
>;

/** Returns null if the action was done, or if there is no such licence. */
type LicenceAction = (database: Database, id: number, actor: Actor) => Promise<Obstacle | null>;

/** Applies an action to a licence and redirects to the page that shows it. */
async function applyToLicence(request: SignedInRequest, action: LicenceAction): Promise<DeskResponse> {
  const { text, storage, params, actor } = request;
  const id = parseId(params['id']);
  const [obstacle, licence] =
    id === null
      ? [null, undefined]
      : await storage.write(async (database) => [await action(database, id, actor), await findLicence(database, id)]);
  if (!licence) return missingPage(request, 'orders');
  if (!obstacle) return { kind: 'redirect', to: licencePage(licence) };
  return conflictPage(request, {
    section: 'orders',
    reason: text(obstacle),
    back: { href: licencePage(licence), text: text('order.backToOrder') },
  });
}

/** POST /desk/licences/:id/send sends a new e-mail with the licence. */
export const sendLicenceAgain = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, async (database, id, actor) =>
    (await sendLicence(database, id, request.emailOptions, actor)) ? null : 'order.licenceEnded',
  );

const moveObstacles = {
  missing: null,
  ended: 'order.licenceEnded',
  taken: 'order.machineTaken',
  changed: 'order.movedMeanwhile',
  moved: null,
} as const;

/** POST /desk/licences/:id/move moves a licence to the computer whose identifier is in the field `machine`. */
export function moveLicenceByStaff(request: SignedInRequest): Promise<DeskResponse> {
  const { keys, emailOptions } = request;
  const machineId = firstValueOf(request, 'machine').trim();
  return applyToLicence(request, async (database, id, actor) => {
    if (machineId === '' || !isMachineId(machineId)) return 'order.badMachine';
    const move = { from: firstValueOf(request, 'from'), machineId, emailOptions };
    return keys ? moveObstacles[await moveLicence(database, id, { ...move, keys }, actor)] : 'order.licenceEnded';
  });
}

/** POST /desk/licences/:id/revoke revokes a licence. */
export const revokeLicenceByStaff = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, async (database, id, actor) => {
    await revokeById(database, id, actor);
    return null;
  });

/** POST /desk/orders/:id/refund adds a refund request to the outbox. */
export async function refundOrder(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, actor } = request;
  const id = params['id'] ?? '';
  const outcome = await storage.write((database) => queueRefund(database, id, actor));
  if (outcome === 'missing') return missingPage(request, 'orders');
  const to = orderPage(id);
  if (outcome !== 'unpaid') return { kind: 'redirect', to };
  return conflictPage(request, {
    section: 'orders',
    reason: text('order.unpaid'),
    back: { href: to, text: text('order.backToOrder') },
  });
}
