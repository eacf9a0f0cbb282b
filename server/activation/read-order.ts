import { LRUCache } from 'lru-cache';
import { addressOf } from '#shared/address.ts';
import { check } from '#shared/contracts/check.ts';
import { Order } from '#shared/contracts/order.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Log } from '#server/operations/log.ts';

/**
 * What is known of an order; null where the backend knows none. While the backend cannot say anything the order counts
 * as being processed: nobody is told that it is paid, or that it is not.
 */
export type ReadOrder = (id: string) => Promise<Order | null>;

const isOrderId = (id: string) => /^[\w-]{8,64}$/.test(id);
const unknown: Order = { state: 'processing', licence: null, expires: null };

const maxKnownOrders = 10_000;

export function createReadOrder(backendClient: Pick<BackendClient, 'read'>, log: Log) {
  const known = new LRUCache<string, true>({ max: maxKnownOrders });

  const readOrder: ReadOrder = async (id) => {
    if (!isOrderId(id)) return null;
    try {
      const answer = await backendClient.read(addressOf('/api/orders/:id', { id }), { lane: 'order' });
      if (answer === null) return null;
      const [errors, order] = check(answer, Order);
      if (!errors) {
        known.set(id, true);
        return order;
      }
      log.warn({ fields: Object.keys(errors) }, 'the backend answered an order that cannot be used');
    } catch (error) {
      log.warn({ reason: String(error) }, 'the backend could not be asked about an order');
    }
    return unknown;
  };

  return {
    readOrder,
    /** Whether the backend has named an order of this id, so that asking again is no guess. */
    isKnownOrder: (id: string) => known.has(id),
  };
}
