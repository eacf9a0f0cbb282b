import { addressOf } from '#shared/address.ts';
import { html } from '#server/lib/html.ts';
import { parseId } from '../lib/parse-id.ts';
import { missingPage, type DeskResponse, type SignedInRequest } from './desk-request.ts';
import { revokeById, findLicence, sendLicence } from './issued-licences.ts';
import { licencePage, orderPath } from './order-page.ts';
import { queueRefund } from './refunds.ts';

type LicenceAction = typeof revokeById;

/** Applies an action to a licence and redirects to the page that shows it. */
async function applyToLicence(request: SignedInRequest, action: LicenceAction): Promise<DeskResponse> {
  const { text, storage, params, session, now } = request;
  const id = parseId(params['id']);
  const [isDone, licence] =
    id === null
      ? [false, undefined]
      : await storage.write(async (database) => [
          await action(database, id, { who: session.email, now }),
          await findLicence(database, id),
        ]);
  if (!licence) return missingPage(request, 'orders');
  if (isDone) return { kind: 'redirect', to: licencePage(licence) };
  return {
    kind: 'page',
    status: 409,
    section: 'orders',
    title: text('order.nothingDone'),
    body: html`<p>${text('order.licenceEnded')}</p>
      <p><a class="button button--line" href="${licencePage(licence)}">${text('order.backToOrder')}</a></p>`,
  };
}

/** POST /desk/licences/:id/send sends a new e-mail with the licence. */
export const sendLicenceAgain = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, (database, id, actor) => sendLicence(database, id, request.emailOptions, actor));

/** POST /desk/licences/:id/revoke revokes a licence. */
export const revokeLicenceByStaff = (request: SignedInRequest): Promise<DeskResponse> =>
  applyToLicence(request, revokeById);

/** POST /desk/orders/:id/refund adds a refund request to the outbox. */
export async function refundOrder(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, session, now } = request;
  const id = params['id'] ?? '';
  const outcome = await storage.write((database) => queueRefund(database, id, { who: session.email, now }));
  if (outcome === 'missing') return missingPage(request, 'orders');
  const to = addressOf(orderPath, { id });
  if (outcome !== 'unpaid') return { kind: 'redirect', to };
  return {
    kind: 'page',
    status: 409,
    section: 'orders',
    title: text('order.nothingDone'),
    body: html`<p>${text('order.unpaid')}</p>
      <p><a class="button button--line" href="${to}">${text('order.backToOrder')}</a></p>`,
  };
}
