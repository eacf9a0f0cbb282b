/**
 * How far the payment of an order is, as the bank has confirmed it, in the order in which they follow each other.
 * `processing` and `hold` are not paid yet; what comes after them is final, but for a success that is reversed.
 */
export const orderStates = ['created', 'processing', 'hold', 'failure', 'expired', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether nothing more is expected of the bank. */
export const isFinal = (state: OrderState): boolean => !['created', 'processing', 'hold'].includes(state);
