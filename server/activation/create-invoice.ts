import type { InvoiceRequest } from '#shared/contracts/activation.ts';
import { paymentAddress } from '#shared/payment-address.ts';
import { amountOf, currencyCode, findPlan, invoiceValiditySeconds, unitOf, type Plan } from '#shared/plans.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { answerText } from '#server/backend/answers.ts';
import type { Submission } from '#server/forms/idempotency.ts';
import type { Config } from '#server/config/config.ts';
import { takesPayments } from '#server/config/payment-mode.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { createActivationCall, type ActivationTools } from './activation-call.ts';
import { failedOutcome, type ActivationOutcome } from './activation-outcome.ts';

export type CreateInvoice = (request: InvoiceRequest, submission: Submission) => Promise<ActivationOutcome>;

interface Options extends ActivationTools {
  config: Pick<Config, 'publicUrl' | 'backendUrl' | 'payments'>;
  texts: TextStore;
}

/** The body of POST /api/monopay/invoice/create (server/backend/README.md). */
interface InvoicePayload {
  amount: number;
  ccy: number;
  merchantPaymInfo: {
    reference: string;
    destination: string;
    comment: string;
    customerEmails: string[];
    basketOrder: { name: string; qty: number; sum: number; code: string; unit: string }[];
  };
  redirectUrl: string;
  webHookUrl: string;
  validity: number;
  paymentType: 'debit';
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
): InvoicePayload {
  const { language, machine_id, email } = request;
  const text = areaText(texts, language, 'extension');
  const amount = amountOf(plan, language);
  // The text appears on a bank statement, where non-breaking spaces are not supported.
  const destination = unbindWords(text('destination', { plan: text(plan.name) }));
  return {
    amount,
    ccy: currencyCode(language),
    merchantPaymInfo: {
      reference: JSON.stringify({ machine_id, email, plan: plan.id }),
      destination,
      comment: unbindWords(text('comment')),
      customerEmails: [email],
      basketOrder: [
        { name: destination, qty: 1, sum: amount, code: plan.id, unit: unbindWords(text(`units.${unitOf(plan)}`)) },
      ],
    },
    redirectUrl: checkoutUrl(config.publicUrl, request),
    webHookUrl: `${config.backendUrl ?? config.publicUrl}/api/monopay/webhook`,
    validity: invoiceValiditySeconds,
    paymentType: 'debit',
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
      const pageUrl = paymentAddress(answerText(answer, 'pageUrl'), sandboxOrigin);
      if (pageUrl) return { status: 200, body: { pageUrl } };
      log.warn({ status: answer.status }, 'the backend sent an invoice without a usable pageUrl');
      return failedOutcome(502, 'unexpected', 'invoiceInvalid');
    },
  });

  return async (request, submission) => {
    const plan = findPlan(request.plan);
    if (!plan?.available) return { status: 400, body: { error: 'invalid', errors: { plan: 'planRequired' } } };
    if (!takesPayments(config)) return failedOutcome(403, 'paymentsOff', 'paymentsOff');
    const trimmed = { ...request, machine_id: request.machine_id.trim(), email: request.email.trim() };
    return send(invoicePayload(trimmed, plan, { config, texts }), request.language, submission);
  };
}
