import type { Order } from './contracts/order.ts';

/** An order whose state could not be read: neither a success nor a failure of its payment is certain. */
export const unreadOrder: Order = { state: 'processing', licence: null, expires: null };
