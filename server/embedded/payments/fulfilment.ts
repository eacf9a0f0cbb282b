import { isLanguage } from '#shared/languages.ts';
import { isPaidPlan } from '#shared/plans.ts';
import { startFollowingLicencesEarlier } from '../licences/earlier-licences.ts';
import type { LicenceKeys } from '../licences/licence-keys.ts';
import { findLicenceOfOrder, issuePaidLicence, revokeLicence, type LicenceRow } from '../licences/licences.ts';
import type { EmailOptions } from '../outbox/compose-email.ts';
import {
  composeLicence,
  composeReceipt,
  composeRefund,
  resendEventPrefix,
  type PaidFacts,
} from '../licences/licence-emails.ts';
import { addNotification, addEmail } from '../outbox/outbox.ts';
import { addLimitedEmail } from '../outbox/recipient-limit.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { invoiceOf, type OrderRow, type Fulfil } from './orders.ts';

interface Tools {
  emailOptions: EmailOptions;
  /** Whether NOTIFY_URL receives a call for each payment. */
  hasNotifyUrl: boolean;
  /** Null if licences are not issued. */
  keys: LicenceKeys | null;
  writeLog: WriteLog;
}

/**
 * Returns the facts of an order for an e-mail. Orders of an earlier release have their buyer only in the stored call.
 */
function factsOf(order: OrderRow, date: Date): PaidFacts {
  const { amount, ccy, merchantPaymInfo } = invoiceOf(order);
  return {
    orderId: order.id,
    plan: order.plan,
    machineId: order.machine_id ?? '',
    email: order.email ?? merchantPaymInfo.customerEmails[0] ?? '',
    language: order.language,
    amount,
    ccy,
    date,
    isSandbox: order.provider === 'sandbox',
  };
}

async function issue(
  database: Database,
  keys: LicenceKeys | null,
  order: OrderRow,
  { machineId, email, plan }: PaidFacts,
  now: Date,
): Promise<LicenceRow | null> {
  if (!keys || !isPaidPlan(plan) || machineId === '') return null;
  const language = isLanguage(order.language) ? order.language : null;
  return issuePaidLicence(database, keys, { plan, orderId: order.id, machineId, email, language }, now);
}

/** Handles a payment and its refund: licence, e-mails and the call to NOTIFY_URL. */
export function createFulfilment(
  { emailOptions, hasNotifyUrl, keys, writeLog }: Tools,
  now: () => Date = () => new Date(),
): Fulfil {
  const { hasMailServer } = emailOptions;

  async function fulfilPaid(database: Database, order: OrderRow): Promise<void> {
    const { id, plan, provider, provider_id: invoice, reason } = order;
    if (reason !== null)
      writeLog('warn', { invoice, reason }, 'the payment provider has reported another amount than that of the order');
    const date = now();
    const facts = factsOf(order, new Date(order.reported ?? date));
    const licence = await issue(database, keys, order, facts, date);
    const receipt = composeReceipt(emailOptions, facts, licence);
    const email = { event: `order:${id}:receipt`, email: receipt, hasMailServer };
    // Anybody can pay in the sandbox, in anybody's name. The page of the order has the licence, too.
    if (facts.isSandbox) await addLimitedEmail(database, email, { writeLog, now: date.getTime() });
    else await addEmail(database, email);
    if (!hasNotifyUrl) return;
    const { amount, ccy } = facts;
    await addNotification(database, `order:${id}:call`, {
      type: 'order.paid',
      timestamp: date.toISOString(),
      data: { id, plan, amount, ccy, provider },
    });
  }

  async function revokeReversed(database: Database, order: OrderRow): Promise<void> {
    const date = now();
    await revokeLicence(database, { orderId: order.id }, date);
    const facts = factsOf(order, new Date(order.reported ?? date));
    // The licence may have been moved to a computer that is not the one in the order.
    const licence = await findLicenceOfOrder(database, order.id);
    const machineId = licence?.machine_id ?? facts.machineId;
    const confirmation = composeRefund(emailOptions, { ...facts, machineId });
    await addEmail(database, { event: `order:${order.id}:returned`, email: confirmation, hasMailServer });
    if (!keys) return;
    for (const licence of await startFollowingLicencesEarlier(database, keys, order.id, date)) {
      const event = `${resendEventPrefix(licence.id)}${order.id}`;
      await addEmail(database, { event, email: composeLicence(emailOptions, licence, 'earlier'), hasMailServer });
    }
  }

  return async (database, order, previous) => {
    if (order.status === 'success') await fulfilPaid(database, order);
    // If the refund is reported before the payment, there is no licence to revoke and no receipt to correct.
    else if (order.status === 'reversed' && previous === 'success') await revokeReversed(database, order);
  };
}
