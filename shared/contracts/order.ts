import { enums, nullable, string, type, type Infer } from 'superstruct';
import { orderStates } from '../order-states.ts';
import { Moment } from './moment.ts';

/** The answer of GET /api/orders/{id}: what the buyer may see of an order. */
export const Order = type({
  state: enums(orderStates),
  /** The signed licence; null until the bank has confirmed the payment, and for an order without a licence. */
  licence: nullable(string()),
  /** The end of the licence; null without a licence. */
  expires: nullable(Moment),
});
export type Order = Infer<typeof Order>;
