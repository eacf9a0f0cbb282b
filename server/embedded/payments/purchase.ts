import { parseUnchecked } from '#server/lib/parse-json.ts';
import { currencyOf } from '#shared/plans.ts';
import { propertyOf } from '#shared/property-of.ts';

/** The purchase of an invoice as texts; a missing value is an empty text. */
interface Purchase {
  email: string;
  machine: string;
  plan: string;
  /** The amount and its currency, such as 20.00 USD. */
  amount: string;
}

interface Payload {
  /** The unit is the minor one of the currency: cents or kopiykas. */
  amount?: number;
  ccy?: number;
  merchantPaymInfo?: { reference?: unknown; customerEmails?: unknown[] };
}

const toText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** An earlier release accepted any reference, so one that is not JSON is shown unchanged. */
function parseStoredReference(reference: unknown): { plan?: unknown; machine_id?: unknown } {
  try {
    const parsed: unknown = JSON.parse(toText(reference));
    return { plan: propertyOf(parsed, 'plan'), machine_id: propertyOf(parsed, 'machine_id') };
  } catch {
    return { plan: reference };
  }
}

/** Prints an amount in the minor unit of a currency, with the code of the currency, such as 20.00 USD. */
export const printAmount = (amount: number, ccy: number): string =>
  `${(amount / 100).toFixed(2)} ${currencyOf(ccy) ?? ccy}`;

/** Parses the column `payload` of an order. Orders of an earlier release have these values only there. */
export function parsePurchase(payload: string): Purchase {
  // The payload was checked before it was stored; in an earlier release its values could be missing.
  const { amount = 0, ccy = 0, merchantPaymInfo } = parseUnchecked<Payload>(payload);
  const { plan, machine_id: machine } = parseStoredReference(merchantPaymInfo?.reference);
  return {
    email: toText(merchantPaymInfo?.customerEmails?.[0]),
    machine: toText(machine),
    plan: toText(plan),
    amount: printAmount(amount, ccy),
  };
}
