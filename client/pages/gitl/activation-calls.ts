import type { PostAnswer, PostOptions } from '#shared/api.ts';
import type { InvoiceRequest } from '#shared/contracts/activation.ts';
import { ownPaths } from '#shared/own-paths.ts';
import { paymentAddress } from '#shared/payment-address.ts';
import type { PlanId } from '#shared/plans.ts';
import { propertyOf } from '#shared/property-of.ts';
import type { postJson } from '../../lib/browser-api.ts';
import { isSuccess } from '../../lib/post-answer.ts';
import type { ActivationErrors, ActivationFailure, AlertKey } from './activation-rules.ts';

export type PostJson = typeof postJson;
/** The plan and the fields of the form, as they are sent. */
export type ActivationRequest = Omit<InvoiceRequest, 'plan'> & { plan: PlanId };
/** The address of the payment page; null for a trial, which is active at once. */
export type ActivationSuccess = { paymentPage: string | null };
type Outcome = { success: ActivationSuccess } | { errors?: ActivationErrors; failure: ActivationFailure | null };

/**
 * Whether an error is a code of this site's own server. A code is not shown to the visitor; a text of the backend is.
 */
function isCode({ status, error }: PostAnswer): boolean {
  return [400, 403, 404, 413, 415, 429, 500].includes(status) && /^[a-z]+([A-Z][a-z]+)*$/.test(error ?? '');
}

/** Message keys by field; `form` is an error of the whole form. */
type ErrorKeys = ActivationErrors & { form?: AlertKey };

function refusal(answer: PostAnswer, fallback: AlertKey): Outcome {
  // The server of this site sends no other keys than those of its texts.
  const { form: key, plan, machine_id, email } = (answer.errors ?? {}) as ErrorKeys;
  if (plan ?? machine_id ?? email) return { errors: { plan, machine_id, email }, failure: null };
  if (key) return { failure: { key } };
  if (answer.error && !isCode(answer)) return { failure: { text: answer.error } };
  return { failure: { key: fallback } };
}

async function startTrial(
  post: PostJson,
  { machine_id, email }: ActivationRequest,
  options: PostOptions,
): Promise<Outcome> {
  const answer = await post(ownPaths.trial, { machine_id, email }, options);
  const started = isSuccess(answer) && propertyOf(answer.body, 'status') === 'ok';
  return started ? { success: { paymentPage: null } } : refusal(answer, 'trialFailed');
}

async function createInvoice(
  post: PostJson,
  request: InvoiceRequest,
  options: PostOptions,
  origin: string,
): Promise<Outcome> {
  const answer = await post(ownPaths.invoice, request, options);
  const paymentPage = isSuccess(answer) ? paymentAddress(propertyOf(answer.body, 'pageUrl'), origin) : null;
  if (paymentPage) return { success: { paymentPage } };
  // No response, a response without an address and a refusal have three different messages.
  const fallback = answer.status === 0 ? 'paymentFailed' : isSuccess(answer) ? 'invoiceInvalid' : 'invoiceFailed';
  return refusal(answer, fallback);
}

/**
 * Starts a trial or creates an invoice. The server adds prices and payment data, so the browser sends only the plan and
 * the form fields; server/activation/activation-outcome.ts describes the bodies of the responses. `origin` is the origin
 * of this site, because the sandbox payment page of this site is allowed, too.
 */
export function sendActivation(
  post: PostJson,
  request: ActivationRequest,
  options: PostOptions,
  origin: string,
): Promise<Outcome> {
  const { plan } = request;
  if (plan === 'trial') return startTrial(post, request, options);
  return createInvoice(post, { ...request, plan }, options, origin);
}
