import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
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

interface Row {
  id: string;
  status: 'created' | 'success' | 'failure';
  payload: string;
  created: string;
}

/** Stores an invoice; answers its id. */
export function addInvoice(database: DatabaseSync, invoice: NewInvoice): string {
  const id = randomBytes(12).toString('base64url');
  const now = new Date().toISOString();
  database
    .prepare("INSERT INTO invoices (id, status, payload, created, modified) VALUES (?, 'created', ?, ?, ?)")
    .run(id, JSON.stringify(invoice), now, now);
  return id;
}

/**
 * The invoice as the sandbox's payment page shows it; null where there is none. An invoice that was not paid in time is
 * expired.
 */
export function findInvoice(database: DatabaseSync, id: string): SandboxInvoice | null {
  const row = database.prepare('SELECT id, status, payload, created FROM invoices WHERE id = ?').get(id) as
    Row | undefined;
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
export function recordPayment(database: DatabaseSync, { invoiceId, status, modifiedDate }: PaymentReport): boolean {
  if (!database.prepare('SELECT 1 FROM invoices WHERE id = ?').get(invoiceId)) return false;
  database
    .prepare("UPDATE invoices SET status = ?, modified = ? WHERE id = ? AND status <> 'success' AND modified <= ?")
    .run(status, modifiedDate, invoiceId, modifiedDate);
  return true;
}

/** Decides an invoice in the provider's place; a paid or expired invoice stays as it is. Null where there is none. */
export function decideInvoice(database: DatabaseSync, id: string, decision: Decision): SandboxInvoice | null {
  const invoice = findInvoice(database, id);
  if (!invoice || invoice.status === 'success' || invoice.status === 'expired') return invoice;
  const status = decision === 'approve' ? 'success' : 'failure';
  recordPayment(database, { invoiceId: id, status, modifiedDate: new Date().toISOString() });
  return findInvoice(database, id);
}
