import type { Language } from '#shared/languages.ts';
import { amountOf, currencyCode, invoiceValiditySeconds, unitOf, type Plan } from '#shared/plans.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { areaText, type TextStore } from './texts.ts';

/** A licence that somebody buys. */
export interface Purchase {
  plan: Plan;
  /** The language of the e-mails; it also decides the price and the currency. */
  language: Language;
  machineId: string;
  email: string;
}

/**
 * Returns the invoice of a licence without its addresses: the fields of POST /api/monopay/invoice/create that follow
 * from the purchase (server/backend/README.md). The amount is in the minor unit of the currency, `validity` in seconds.
 */
export function licenceInvoice({ plan, language, machineId, email }: Purchase, texts: TextStore) {
  const text = areaText(texts, language, 'extension');
  const amount = amountOf(plan, language);
  // The text appears on a bank statement, where non-breaking spaces are not supported.
  const destination = unbindWords(text('destination', { plan: text(plan.name) }));
  const unit = unbindWords(text(`units.${unitOf(plan)}`));
  return {
    amount,
    ccy: currencyCode(language),
    merchantPaymInfo: {
      reference: JSON.stringify({ machine_id: machineId, email, plan: plan.id }),
      destination,
      comment: unbindWords(text('comment')),
      customerEmails: [email],
      basketOrder: [{ name: destination, qty: 1, sum: amount, code: plan.id, unit }],
    },
    validity: invoiceValiditySeconds,
    paymentType: 'debit' as const,
  };
}
