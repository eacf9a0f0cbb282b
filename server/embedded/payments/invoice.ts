import {
  array,
  define,
  enums,
  integer,
  literal,
  min,
  nonempty,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
  type,
  type Infer,
} from 'superstruct';
import { check } from '#shared/contracts/check.ts';
import { isMachineId } from '#shared/machine-id.ts';
import { orderStates } from '#shared/order-states.ts';
import { currencyCodes, isPaidPlan, type PaidPlanId } from '#shared/plans.ts';

const address = pattern(string(), /^https?:\/\/\S+$/);

/** What is bought: the text of `merchantPaymInfo.reference`. Providers and backends may add to it. */
const Reference = type({
  plan: define<PaidPlanId>('plan', isPaidPlan),
  machine_id: refine(nonempty(string()), 'machineId', isMachineId),
  email: nonempty(string()),
});
type Reference = Infer<typeof Reference>;

/** Null for a text that names no plan, no computer or no buyer. */
export function readReference(text: string): Reference | null {
  try {
    const [, reference] = check(JSON.parse(text), Reference);
    return reference ?? null;
  } catch {
    return null;
  }
}

/** The body of POST /api/monopay/invoice/create, as strictly as a payment provider would check it. */
export const NewInvoice = object({
  /** In minor units: cents or kopiykas. */
  amount: min(integer(), 1),
  ccy: enums(Object.values(currencyCodes)),
  merchantPaymInfo: object({
    reference: refine(string(), 'reference', (text) => readReference(text) !== null),
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

/** How far the return of a payment is. */
export const refundStates = enums(['processing', 'success', 'failure']);

/** What the payment provider reports of an invoice; providers add fields that nothing here reads. */
export const PaymentReport = type({
  invoiceId: string(),
  status: enums(orderStates),
  /** When the status was reached, by the provider's clock. */
  modifiedDate: refine(string(), 'date', (text) => !Number.isNaN(Date.parse(text))),
  failureReason: optional(string()),
  reference: optional(string()),
  /** The returns that were asked for. */
  cancelList: optional(array(type({ status: refundStates }))),
});
export type PaymentReport = Infer<typeof PaymentReport>;

/** The decision on the sandbox's payment page. */
export const Decision = type({ decision: enums(['approve', 'decline']) });
export type Decision = Infer<typeof Decision>['decision'];
