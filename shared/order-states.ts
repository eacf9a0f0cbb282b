/**
 * How far the payment of an order is, as the bank has confirmed it, in the order in which they follow each other.
 * In `processing` and `hold` the order is not paid yet. The later states are final, except that a success can be
 * reversed, and that the buyer can try again after a failure until the invoice expires.
 */
export const orderStates = ['created', 'processing', 'hold', 'failure', 'expired', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether nothing more is expected of the bank. */
export const isFinal = (state: OrderState): boolean => !['created', 'processing', 'hold'].includes(state);
