import { LRUCache } from 'lru-cache';
import { addressOf } from '#shared/address.ts';
import { check } from '#shared/contracts/check.ts';
import { Order } from '#shared/contracts/order.ts';
import { unreadOrder } from '#shared/unread-order.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Log } from '#server/lib/log.ts';

/**
 * Reads the state of an order; null for an order that does not exist, and `unreadOrder` while the backend fails.
 */
export type ReadOrder = (id: string) => Promise<Order | null>;

const isOrderId = (id: string) => /^[\w-]{8,64}$/.test(id);

const maxKnownOrders = 10_000;

/**
 * Creates the reader of orders. It returns null for an id that the backend does not know, and `unreadOrder` while the
 * backend does not answer or sends a body that is not an order.
 */
export function createReadOrder(backendClient: Pick<BackendClient, 'read'>, log: Log) {
  const known = new LRUCache<string, true>({ max: maxKnownOrders });

  const readOrder: ReadOrder = async (id) => {
    if (!isOrderId(id)) return null;
    try {
      const answer = await backendClient.read(addressOf('/api/orders/:id', { id }), { pool: 'order' });
      if (answer === null) return null;
      const [errors, order] = check(answer, Order);
      if (!errors) {
        known.set(id, true);
        return order;
      }
      log.warn({ fields: Object.keys(errors) }, 'the backend sent an order that cannot be used');
    } catch (error) {
      log.warn({ reason: String(error) }, 'an order could not be read from the backend');
    }
    return unreadOrder;
  };

  return {
    readOrder,
    /** Whether the backend has returned an order with this id before, so that another read of it is not a guess. */
    isKnownOrder: (id: string) => known.has(id),
  };
}
