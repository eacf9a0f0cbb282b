import { currencyOf } from '#shared/plans.ts';

/** What an invoice says of what is bought, as texts; empty where it says nothing. */
interface Purchase {
  email: string;
  machine: string;
  plan: string;
  /** With its currency, such as 20.00 USD. */
  amount: string;
}

interface Payload {
  /** In minor units: cents or kopiykas. */
  amount?: number;
  ccy?: number;
  merchantPaymInfo?: { reference?: unknown; customerEmails?: unknown[] };
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** An earlier release stored any reference: one that is not JSON is shown as it is. */
function readReference(reference: unknown): { plan?: unknown; machine_id?: unknown } {
  try {
    return (JSON.parse(textOf(reference)) ?? {}) as { plan?: unknown; machine_id?: unknown };
  } catch {
    return { plan: reference };
  }
}

/** Reads the column `payload` of an order, also of one of a time before the columns that have the same. */
export function readPurchase(payload: string): Purchase {
  const { amount = 0, ccy = 0, merchantPaymInfo } = JSON.parse(payload) as Payload;
  const { plan, machine_id: machine } = readReference(merchantPaymInfo?.reference);
  return {
    email: textOf(merchantPaymInfo?.customerEmails?.[0]),
    machine: textOf(machine),
    plan: textOf(plan),
    amount: `${(amount / 100).toFixed(2)} ${currencyOf(ccy) ?? ccy}`,
  };
}
