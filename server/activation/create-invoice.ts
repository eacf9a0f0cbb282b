import type { InvoiceRequest } from '#shared/contracts/activation.ts';
import { cleanEmail } from '#shared/email.ts';
import { paymentAddress } from '#shared/payment-address.ts';
import { findPlan, type Plan } from '#shared/plans.ts';
import { propertyOf } from '#shared/property-of.ts';
import type { Submission } from '#server/forms/idempotency.ts';
import type { Config } from '#server/config/config.ts';
import { takesPayments } from '#server/config/payment-mode.ts';
import { licenceInvoice } from '#server/lib/licence-invoice.ts';
import type { TextStore } from '#server/lib/texts.ts';
import { createActivationCall, type ActivationTools } from './activation-call.ts';
import { failedOutcome, type ActivationOutcome } from './activation-outcome.ts';

export type CreateInvoice = (request: InvoiceRequest, submission: Submission) => Promise<ActivationOutcome>;

interface Options extends ActivationTools {
  config: Pick<Config, 'publicUrl' | 'backendUrl' | 'payments'>;
  texts: TextStore;
}

/** The address to which the payment provider returns the visitor. */
function checkoutUrl(publicUrl: string, { machine_id, plan, email }: InvoiceRequest): string {
  const query = new URLSearchParams({ id: machine_id, status: 'success', plan, email });
  return `${publicUrl}/checkout?${query.toString()}`;
}

/**
 * Builds the invoice. Its amount depends only on the plan and the language, and its addresses only on the
 * configuration. The payment provider calls a hosted backend directly; the embedded backend receives its calls at this
 * site's address.
 */
export function invoicePayload(
  request: InvoiceRequest,
  plan: Plan,
  { config, texts }: { config: Pick<Config, 'publicUrl' | 'backendUrl'>; texts: TextStore },
) {
  const { language, machine_id: machineId, email } = request;
  return {
    ...licenceInvoice({ plan, language, machineId, email }, texts),
    redirectUrl: checkoutUrl(config.publicUrl, request),
    webHookUrl: `${config.backendUrl ?? config.publicUrl}/api/monopay/webhook`,
  };
}

/** Creates the invoice of a licence; called by the API and by the form without JavaScript. */
export function createInvoicing({ config, texts, ...tools }: Options): CreateInvoice {
  const { backendClient, log } = tools;
  const sandboxOrigin = config.backendUrl === null ? backendClient.origin : null;
  const send = createActivationCall({
    ...tools,
    path: '/api/monopay/invoice/create',
    alerts: { refused: 'invoiceFailed', silent: 'paymentFailed' },
    readAnswer(answer) {
      const pageUrl = paymentAddress(propertyOf(answer.body, 'pageUrl'), sandboxOrigin);
      if (pageUrl) return { status: 200, body: { pageUrl } };
      log.warn({ status: answer.status }, 'the backend sent an invoice without a usable pageUrl');
      return failedOutcome(502, 'unexpected', 'invoiceInvalid');
    },
  });

  return async (request, submission) => {
    const plan = findPlan(request.plan);
    if (!plan?.available) return { status: 400, body: { error: 'invalid', errors: { plan: 'planRequired' } } };
    if (!takesPayments(config)) return failedOutcome(403, 'paymentsOff', 'paymentsOff');
    const trimmed = { ...request, machine_id: request.machine_id.trim(), email: cleanEmail(request.email) };
    return send(invoicePayload(trimmed, plan, { config, texts }), request.language, submission);
  };
}
