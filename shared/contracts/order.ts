import { enums, nullable, string, type, type Infer } from 'superstruct';
import { orderStates } from '../order-states.ts';

/** The answer of GET /api/orders/{id}: what the buyer is told of an order. */
export const Order = type({
  state: enums(orderStates),
  /** The signed text; null until the bank has confirmed the payment, and where there is none. */
  licence: nullable(string()),
  /** The end of the licence, ISO 8601; null where there is none. */
  expires: nullable(string()),
});
export type Order = Infer<typeof Order>;
