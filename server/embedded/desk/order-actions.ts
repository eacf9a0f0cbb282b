import { addressOf } from '#shared/address.ts';
import { parseId } from '../lib/parse-id.ts';
import { conflictPage, missingPage, type DeskResponse, type SignedInRequest } from './desk-request.ts';
import { revokeById, findLicence, sendLicence } from './issued-licences.ts';
import { licencePage, orderPath } from './order-page.ts';
import { queueRefund } from './refunds.ts';

type LicenceAction = typeof revokeById;

/** Applies an action to a licence and redirects to the page that shows it. */
async function applyToLicence(request: SignedInRequest, action: LicenceAction): Promise<DeskResponse> {
  const { text, storage, params, actor } = request;
  const id = parseId(params['id']);
  const [isDone, licence] =
    id === null
      ? [false, undefined]
      : await storage.write(async (database) => [await action(database, id, actor), await findLicence(database, id)]);
  if (!licence) return missingPage(request, 'orders');
  if (isDone) return { kind: 'redirect', to: licencePage(licence) };
  return conflictPage(request, {
    section: 'orders',
    reason: text('order.licenceEnded'),
    back: { href: licencePage(licence), text: text('order.backToOrder') },
  });
}

/** POST /desk/licences/:id/send sends a new e-mail with the licence. */
export const sendLicenceAgain = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, (database, id, actor) => sendLicence(database, id, request.emailOptions, actor));

/** POST /desk/licences/:id/revoke revokes a licence. */
export const revokeLicenceByStaff = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, revokeById);

/** POST /desk/orders/:id/refund adds a refund request to the outbox. */
export async function refundOrder(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, actor } = request;
  const id = params['id'] ?? '';
  const outcome = await storage.write((database) => queueRefund(database, id, actor));
  if (outcome === 'missing') return missingPage(request, 'orders');
  const to = addressOf(orderPath, { id });
  if (outcome !== 'unpaid') return { kind: 'redirect', to };
  return conflictPage(request, {
    section: 'orders',
    reason: text('order.unpaid'),
    back: { href: to, text: text('order.backToOrder') },
  });
}
