import { randomBytes } from 'node:crypto';
import {
  array,
  enums,
  integer,
  literal,
  min,
  nonempty,
  object,
  pattern,
  size,
  string,
  type,
  type Infer,
} from 'superstruct';
import type { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import { currencyCodes } from '#shared/plans.ts';
import type { Database } from './storage/tables.ts';

const address = pattern(string(), /^https?:\/\/\S+$/);

/** The body of POST /api/monopay/invoice/create, as strictly as a payment provider would check it. */
export const NewInvoice = object({
  /** In minor units: cents or kopiykas. */
  amount: min(integer(), 1),
  ccy: enums(Object.values(currencyCodes)),
  merchantPaymInfo: object({
    reference: nonempty(string()),
    destination: nonempty(string()),
    comment: string(),
    customerEmails: size(array(string()), 1, 10),
    basketOrder: size(
      array(type({ name: string(), qty: integer(), sum: integer(), code: string(), unit: string() })),
      1,
      100,
    ),
  }),
  redirectUrl: address,
  webHookUrl: address,
  /** In seconds. */
  validity: min(integer(), 1),
  paymentType: literal('debit'),
});
export type NewInvoice = Infer<typeof NewInvoice>;

/** What the payment provider reports to the webhook; providers add fields that nothing here reads. */
export const PaymentReport = type({
  invoiceId: string(),
  status: enums(['success', 'failure']),
  modifiedDate: string(),
});
export type PaymentReport = Infer<typeof PaymentReport>;

/** The decision on the sandbox's payment page. */
export const Decision = type({ decision: enums(['approve', 'decline']) });
export type Decision = Infer<typeof Decision>['decision'];

/** Stores an invoice; answers its id. */
export async function addInvoice(database: Database, invoice: NewInvoice): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  const now = new Date().toISOString();
  await database
    .insertInto('invoices')
    .values({ id, status: 'created', payload: JSON.stringify(invoice), created: now, modified: now })
    .execute();
  return id;
}

/**
 * The invoice as the sandbox's payment page shows it; null where there is none. An invoice that was not paid in time is
 * expired.
 */
export async function findInvoice(database: Database, id: string): Promise<SandboxInvoice | null> {
  const row = await database.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { amount, ccy, merchantPaymInfo, redirectUrl, validity } = JSON.parse(row.payload) as NewInvoice;
  const isOver = row.status !== 'success' && Date.parse(row.created) + validity * 1000 < Date.now();
  return {
    id: row.id,
    amount,
    ccy,
    redirectUrl,
    status: isOver ? 'expired' : row.status,
    destination: merchantPaymInfo.destination,
    email: merchantPaymInfo.customerEmails[0] ?? '',
  };
}

/**
 * Stores a report of the provider; answers whether there is such an invoice. A report may come twice or late: a paid
 * invoice stays paid, and a report older than the last one changes nothing.
 */
export async function recordPayment(
  database: Database,
  { invoiceId, status, modifiedDate }: PaymentReport,
): Promise<boolean> {
  const known = await database.selectFrom('invoices').select('id').where('id', '=', invoiceId).executeTakeFirst();
  if (!known) return false;
  await database
    .updateTable('invoices')
    .set({ status, modified: modifiedDate })
    .where('id', '=', invoiceId)
    .where('status', '<>', 'success')
    .where('modified', '<=', modifiedDate)
    .execute();
  return true;
}

/** Decides an invoice in the provider's place; a paid or expired invoice stays as it is. Null where there is none. */
export async function decideInvoice(
  database: Database,
  id: string,
  decision: Decision,
): Promise<SandboxInvoice | null> {
  const invoice = await findInvoice(database, id);
  if (!invoice || invoice.status === 'success' || invoice.status === 'expired') return invoice;
  const status = decision === 'approve' ? 'success' : 'failure';
  await recordPayment(database, { invoiceId: id, status, modifiedDate: new Date().toISOString() });
  return findInvoice(database, id);
}
