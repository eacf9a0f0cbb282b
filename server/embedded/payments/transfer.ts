import type { Language } from '#shared/languages.ts';
import { amountOf, currencyCode, invoiceValiditySeconds, unitOf, type Plan } from '#shared/plans.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import type { Database } from '../storage/tables.ts';
import type { NewInvoice } from './invoice.ts';
import { addOrder, applyReport, type Fulfil } from './orders.ts';

/** A licence that was paid by bank transfer. The language is that of its e-mails, and gives price and currency. */
interface Transfer {
  plan: Plan;
  language: Language;
  machineId: string;
  email: string;
}

interface Tools {
  texts: TextStore;
  /** The origin of the desk. */
  origin: string;
  fulfil: Fulfil;
}

function invoiceFor({ plan, language, machineId, email }: Transfer, { texts, origin }: Tools): NewInvoice {
  const text = areaText(texts, language, 'extension');
  const amount = amountOf(plan, language);
  const name = unbindWords(text('destination', { plan: text(plan.name) }));
  const unit = unbindWords(text(`units.${unitOf(plan)}`));
  return {
    amount,
    ccy: currencyCode(language),
    merchantPaymInfo: {
      reference: JSON.stringify({ machine_id: machineId, email, plan: plan.id }),
      destination: name,
      comment: unbindWords(text('comment')),
      customerEmails: [email],
      basketOrder: [{ name, qty: 1, sum: amount, code: plan.id, unit }],
    },
    // No payment provider gets this invoice, so nobody is sent to these addresses.
    redirectUrl: origin,
    webHookUrl: origin,
    validity: invoiceValiditySeconds,
    paymentType: 'debit',
  };
}

/** The same transfer within this time is a second click. */
const secondClickMs = 60_000;

/** Stores an order as paid by bank transfer, with its consequences, and returns its id. */
export async function recordTransfer(
  database: Database,
  transfer: Transfer,
  tools: Tools,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const { plan, language, machineId, email } = transfer;
  const recorded = await database
    .selectFrom('invoices')
    .select('id')
    .where('provider', '=', 'transfer')
    .where('status', '=', 'success')
    .where('plan', '=', plan.id)
    .where('machine_id', '=', machineId)
    .where('email', '=', email)
    .where('created', '>', new Date(now.getTime() - secondClickMs).toISOString())
    .where('created', '<=', now.toISOString())
    .executeTakeFirst();
  if (recorded) return { id: recorded.id, isNew: false };
  const id = await addOrder(database, invoiceFor(transfer, tools), { provider: 'transfer', language }, now);
  const report = { invoiceId: id, status: 'success', modifiedDate: now.toISOString() } as const;
  await applyReport(database, 'transfer', report, tools.fulfil, now);
  return { id, isNew: true };
}
