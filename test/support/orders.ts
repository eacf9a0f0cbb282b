import type { TestContext } from 'node:test';
import type { Language } from '#shared/languages.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { generateLicenceKey, parseLicenceKeys } from '#server/embedded/licences/licence-keys.ts';
import type { WriteLog } from '#server/embedded/lib/write-log.ts';
import type { NewInvoice } from '#server/embedded/payments/invoice.ts';
import { addOrder, applyReport, storePaymentPage } from '#server/embedded/payments/orders.ts';
import { createFulfilment } from '#server/embedded/payments/fulfilment.ts';
import { pollOrders } from '#server/embedded/payments/poll-orders.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { texts } from './texts.ts';

export const licenceKeys = parseLicenceKeys(generateLicenceKey());

/** The consequences of payments, with e-mails that are stored and not sent. */
export const fulfilAt = (now?: () => Date, writeLog: WriteLog = () => {}) =>
  createFulfilment(
    {
      emailOptions: { texts, language: 'en', hasMailServer: false },
      hasNotifyUrl: true,
      keys: licenceKeys,
      writeLog,
    },
    now,
  );

type PollOptions = Parameters<typeof pollOrders>[0];

/** Requests the states of due orders from the bank, every few milliseconds until the test ends. */
export function pollBank(
  t: TestContext,
  options: Pick<PollOptions, 'storage' | 'monobank' | 'onCounts'> & { now: () => number; writeLog?: WriteLog },
) {
  const polling = pollOrders({
    fulfil: fulfilAt(() => new Date(options.now())),
    writeLog: () => undefined,
    wakeDelivery: () => undefined,
    pollMs: 5,
    ...options,
  });
  t.after(() => polling.close());
  return polling;
}

export function invoiceFor(machine: string, plan: PaidPlanId = 'yearly'): NewInvoice {
  const name = `GITL licence, ${plan}`;
  return {
    amount: 2000,
    ccy: 840,
    merchantPaymInfo: {
      reference: JSON.stringify({ machine_id: machine, email: 'marta@steppe.example', plan }),
      destination: name,
      comment: 'Thank you',
      customerEmails: ['marta@steppe.example'],
      basketOrder: [{ name, qty: 1, sum: 2000, code: plan, unit: 'year' }],
    },
    redirectUrl: 'https://www.example.com/checkout?status=success',
    webHookUrl: 'https://www.example.com/api/monopay/webhook',
    validity: 3600,
    paymentType: 'debit',
  };
}

interface OrderOptions {
  machine: string;
  plan?: PaidPlanId;
  /** The provider's id of the order; null while the provider has not answered. */
  invoiceId: string | null;
  language?: Language;
  now?: Date;
}

/** Adds an order of the provider, in the state after the response of the provider. */
export async function addBankOrder(
  storage: Storage,
  { machine, plan, invoiceId, language = 'en', now }: OrderOptions,
): Promise<string> {
  return storage.write(async (database) => {
    const id = await addOrder(database, invoiceFor(machine, plan), { provider: 'monobank', language }, now);
    if (invoiceId !== null)
      await storePaymentPage(database, id, { invoiceId, pageUrl: `https://pay.example/${invoiceId}` }, 0);
    return id;
  });
}

interface PaidOrder {
  id: string;
  email: string;
  machine: string;
  now?: Date;
}

/** An order of the sandbox that is paid, with its licence and its receipt. */
export async function addPaidOrder(database: Database, { id, email, machine, now = new Date() }: PaidOrder) {
  const invoice = invoiceFor(machine);
  const made = await addOrder(database, invoice, { provider: 'sandbox', language: 'en' }, now);
  const { merchantPaymInfo } = invoice;
  const payload = JSON.stringify({ ...invoice, merchantPaymInfo: { ...merchantPaymInfo, customerEmails: [email] } });
  await database.updateTable('invoices').set({ id, email, payload }).where('id', '=', made).execute();
  await database.updateTable('order_states').set({ order_id: id }).where('order_id', '=', made).execute();
  const report = { invoiceId: id, status: 'success', modifiedDate: now.toISOString() } as const;
  await applyReport(
    database,
    'sandbox',
    report,
    fulfilAt(() => now),
    now,
  );
}
