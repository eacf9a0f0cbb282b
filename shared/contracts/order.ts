import { enums, nullable, string, type, type Infer } from 'superstruct';
import { orderStates } from '../order-states.ts';

/** The answer of GET /api/orders/{id}: what the buyer may see of an order. */
export const Order = type({
  state: enums(orderStates),
  /** The signed licence; null until the bank has confirmed the payment, and for an order without a licence. */
  licence: nullable(string()),
  /** The end of the licence in ISO 8601; null without a licence. */
  expires: nullable(string()),
});
export type Order = Infer<typeof Order>;
