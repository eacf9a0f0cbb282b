import { isPaidPlan } from '#shared/plans.ts';
import { isLanguage } from '#shared/languages.ts';
import type { TextStore } from '#server/texts.ts';
import type { LicenceKeys } from '../licences/licence-keys.ts';
import { issuePaidLicence, revokeLicence, type LicenceRow } from '../licences/licences.ts';
import type { LetterSettings } from '../outbox/announce-message.ts';
import { composeReceipt, composeReturned, type PaidFacts } from '../outbox/licence-letters.ts';
import { addCall, addLetter } from '../outbox/outbox.ts';
import type { Database } from '../storage/tables.ts';
import { invoiceOf, type OrderRow, type Settle } from './orders.ts';

interface Tools {
  texts: TextStore;
  letters: Pick<LetterSettings, 'language' | 'isSent' | 'isCalled'>;
  /** Null where no licences are made. */
  keys: LicenceKeys | null;
}

/** What a letter says of an order. Orders of an earlier time have their buyer in the stored call alone. */
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

/** What follows from a payment or from its return: licence, letters and the call to NOTIFY_URL. */
export function createSettle({ texts, letters, keys }: Tools, now: () => Date = () => new Date()): Settle {
  const state = letters.isSent ? 'pending' : 'kept';

  async function settlePaid(database: Database, order: OrderRow): Promise<void> {
    const date = now();
    const facts = factsOf(order, new Date(order.reported ?? date));
    const licence = await issue(database, keys, order, facts, date);
    const letter = composeReceipt(texts, letters.language, facts, licence);
    await addLetter(database, { event: `order:${order.id}:receipt`, letter, state });
    if (!letters.isCalled) return;
    const { id, plan, provider } = order;
    const { amount, ccy } = facts;
    await addCall(database, `order:${id}:call`, {
      type: 'order.paid',
      timestamp: date.toISOString(),
      data: { id, plan, amount, ccy, provider },
    });
  }

  async function settleReversed(database: Database, order: OrderRow): Promise<void> {
    const date = now();
    await revokeLicence(database, { orderId: order.id }, date);
    const letter = composeReturned(texts, letters.language, factsOf(order, new Date(order.reported ?? date)));
    await addLetter(database, { event: `order:${order.id}:returned`, letter, state });
  }

  return async (database, order, previous) => {
    if (order.status === 'success') await settlePaid(database, order);
    // Where the return is known before the payment, there is no licence and no receipt to take back.
    else if (order.status === 'reversed' && previous === 'success') await settleReversed(database, order);
  };
}
