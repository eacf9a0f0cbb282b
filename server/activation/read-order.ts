import { LRUCache } from 'lru-cache';
import { addressOf } from '#shared/address.ts';
import { check } from '#shared/contracts/check.ts';
import { Order } from '#shared/contracts/order.ts';
import { UnavailableError } from '#server/backend/backend-error.ts';
import type { BackendClient } from '#server/backend/client.ts';

/**
 * Reads the state of an order; null for an id that the backend does not know. Rejects with an UnavailableError while the
 * backend does not answer or sends a body that is not an order.
 */
export type ReadOrder = (id: string) => Promise<Order | null>;

const isOrderId = (id: string) => /^[\w-]{8,64}$/.test(id);

const maxKnownOrders = 10_000;

/** Creates the reader of orders. */
export function createReadOrder(backendClient: Pick<BackendClient, 'read'>) {
  const known = new LRUCache<string, true>({ max: maxKnownOrders });

  const readOrder: ReadOrder = async (id) => {
    if (!isOrderId(id)) return null;
    const path = addressOf('/api/orders/:id', { id });
    const answer = await backendClient.read(path, { pool: 'order' }).catch((error: unknown) => {
      throw new UnavailableError('an order could not be read from the backend', { cause: error });
    });
    if (answer === null) return null;
    const [errors, order] = check(answer, Order);
    if (errors)
      throw new UnavailableError(`the backend sent an order that cannot be used: ${Object.keys(errors).join(', ')}`);
    known.set(id, true);
    return order;
  };

  return {
    readOrder,
    /** Whether the backend has returned an order with this id before, so that another read of it is not a guess. */
    isKnownOrder: (id: string) => known.has(id),
  };
}
