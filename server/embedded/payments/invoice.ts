import {
  array,
  define,
  enums,
  integer,
  literal,
  min,
  nonempty,
  nullable,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
  type,
  type Infer,
  type Struct,
} from 'superstruct';
import { check } from '#shared/contracts/check.ts';
import { isMachineId } from '#shared/machine-id.ts';
import { orderStates } from '#shared/order-states.ts';
import { currencyCodes, isPaidPlan, type PaidPlanId } from '#shared/plans.ts';
import { parseJson } from '#server/lib/parse-json.ts';

const address = pattern(string(), /^https?:\/\/\S+$/);

/** The content of `merchantPaymInfo.reference`, which names the purchase. Providers and backends may add fields. */
const Reference = type({
  plan: define<PaidPlanId>('plan', isPaidPlan),
  machine_id: refine(nonempty(string()), 'machineId', isMachineId),
  email: nonempty(string()),
});
type Reference = Infer<typeof Reference>;

/** Returns null if the text does not name a plan, a computer and a buyer. */
export function parseReference(text: string): Reference | null {
  const [, reference] = check(parseJson(text), Reference);
  return reference ?? null;
}

/** The minimum time for which a new payment page is valid, in seconds: a payment with a card takes minutes. */
export const minPaymentPageSeconds = 300;

/** The body of POST /api/monopay/invoice/create, validated as strictly as by a payment provider. */
export const NewInvoice = object({
  /** The unit is the minor one of the currency: cents or kopiykas. */
  amount: min(integer(), 1),
  ccy: enums(Object.values(currencyCodes)),
  merchantPaymInfo: object({
    reference: refine(string(), 'reference', (text) => parseReference(text) !== null),
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
  /** The unit is seconds. An order that is not valid longer than its payment page would be replaced without end. */
  validity: min(integer(), minPaymentPageSeconds, { exclusive: true }),
  paymentType: literal('debit'),
});
export type NewInvoice = Infer<typeof NewInvoice>;

/** The states of a refund. */
export const refundStates = enums(['processing', 'success', 'failure']);

/** A field that may be missing or `null`, as in every call of the backend. */
const maybe = <Value, Schema>(struct: Struct<Value, Schema>) => optional(nullable(struct));

/** The payment provider's report about an invoice. Additional fields are ignored. */
export const PaymentReport = type({
  /** The payment provider's id of the invoice; the sandbox has no ids of its own, so it reports the id of the order. */
  invoiceId: string(),
  status: enums(orderStates),
  /** The time when the invoice reached the status, by the provider's clock. */
  modifiedDate: refine(string(), 'date', (text) => !Number.isNaN(Date.parse(text))),
  failureReason: maybe(string()),
  reference: maybe(string()),
  /** The amount that was paid, in hundredths, and its currency as a number of ISO 4217. */
  amount: maybe(integer()),
  ccy: maybe(integer()),
  /** The refunds that were requested; `extRef` is the order's id if this backend has requested the refund. */
  cancelList: maybe(array(type({ status: refundStates, extRef: maybe(string()) }))),
});
export type PaymentReport = Infer<typeof PaymentReport>;

/** The buyer's decision on the sandbox's payment page. */
export const Decision = type({ decision: enums(['approve', 'decline']) });
export type Decision = Infer<typeof Decision>['decision'];
