/**
 * How far the payment of an order is, as the bank has confirmed it, in the order in which they follow each other.
 * In `processing` and `hold` the order is not paid yet. After a failure the buyer can try again until the invoice
 * expires. The later states are final, except that a success can be reversed.
 */
export const orderStates = ['created', 'processing', 'hold', 'failure', 'expired', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether a state is final. The only later change is that the bank reverses a success. */
export const isFinal = (state: OrderState): boolean => ['expired', 'success', 'reversed'].includes(state);

/** The states of orders for which no money was taken and none is being taken. */
export const unpaidStates = ['created', 'failure', 'expired'] as const satisfies readonly OrderState[];
