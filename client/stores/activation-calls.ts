import type { Answer } from '#shared/api.ts';
import type { InvoiceRequest } from '#shared/contracts/activation.ts';
import { paymentAddress } from '#shared/payment-address.ts';
import type { PlanId } from '#shared/plans.ts';
import type { ActivationApi, ActivationBody } from '../lib/activation-api.ts';
import type { AlertKey, FieldErrors, Outcome } from './activation.ts';

type Wish = Omit<InvoiceRequest, 'plan'> & { plan: PlanId };

/** The site's own refusals say a code, which is nothing to show; the backend's say words. */
function isCode({ status, error }: Answer): boolean {
  return [400, 403, 404, 413, 415, 429, 500].includes(status) && /^[a-z]+([A-Z][a-z]+)*$/.test(error ?? '');
}

/** The fields that an answer finds fault with, if there are any. */
function fieldErrors({ plan, machine_id, email }: FieldErrors): FieldErrors | null {
  return (plan ?? machine_id ?? email) ? { plan, machine_id, email } : null;
}

function failure(answer: Answer<ActivationBody>, fallback: AlertKey): Outcome {
  // The server names its messages by the same texts.
  const { form: key, ...fields } = (answer.body?.errors ?? {}) as FieldErrors & { form?: AlertKey };
  const errors = fieldErrors(fields);
  if (errors) return { errors };
  if (key) return { notice: { tone: 'bad', key } };
  if (answer.error && !isCode(answer)) return { notice: { tone: 'bad', text: answer.error } };
  return { notice: { tone: 'bad', key: fallback } };
}

async function startTrial(api: ActivationApi, { machine_id, email }: Wish): Promise<Outcome> {
  const answer = await api.startTrial({ machine_id, email });
  const started = answer.ok && answer.body?.status === 'ok';
  return started ? { notice: { tone: 'ok', key: 'trialStarted' } } : failure(answer, 'trialFailed');
}

async function createInvoice(api: ActivationApi, request: InvoiceRequest, origin: string): Promise<Outcome> {
  const answer = await api.createInvoice(request);
  const address = answer.ok ? paymentAddress(answer.body?.pageUrl, origin) : null;
  if (address) return { address };
  // No answer at all, an answer without an address, and a refusal are three different messages (spec.md, section 8).
  const fallback = answer.status === 0 ? 'paymentFailed' : answer.ok ? 'invoiceInvalid' : 'invoiceFailed';
  return failure(answer, fallback);
}

export function send(api: ActivationApi, wish: Wish, origin: string): Promise<Outcome> {
  const { plan } = wish;
  return plan === 'trial' ? startTrial(api, wish) : createInvoice(api, { ...wish, plan }, origin);
}
