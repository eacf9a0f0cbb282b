import { sendAnswer } from '#server/backend/answers.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { toFailedAnswer } from '#server/backend/failures.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import type { Log } from '#server/lib/log.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { ReadOrder } from './read-order.ts';

interface OrderApiOptions {
  readOrder: ReadOrder;
  gate: Pick<RequestGate, 'limitGuesses'>;
}

/**
 * GET /api/orders?id=…: the result page of a payment repeats this call until the bank has decided. The id gives access
 * to the licence, so it is in the query, which is never logged.
 */
export function createOrderApi({ readOrder, gate }: OrderApiOptions): Handler {
  return async (req, res) => {
    // An empty id names no order, like a missing one, so it is not a guess.
    const id = siteRequestOf(res).address.searchParams.get('id') || null;
    if (await gate.limitGuesses(req, res, id === null ? null : { kind: 'order', name: id })) return;
    // While the order cannot be read, the error handler responds with 503: the result page then keeps its last state.
    const order = id === null ? null : await readOrder(id);
    res.status(order ? 200 : 404).json(order ?? { error: 'notFound' });
  };
}

/** Base64 of the length that a signature may have. */
const isSignature = (text: string) => /^[A-Za-z0-9+/]{16,200}={0,2}$/.test(text);

/**
 * POST /api/monopay/webhook: sends the report of the payment provider to the backend unchanged, because the backend
 * checks the signature of these bytes. A failure gets an error status, so that the provider sends the report again.
 */
export function createWebhookApi(backendClient: Pick<BackendClient, 'send'>, log: Log): Handler {
  return async (req, res) => {
    const signature = req.get('x-sign') ?? '';
    if (!isSignature(signature)) {
      res.status(401).json({ error: 'unsigned' });
      return;
    }
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const answer = await backendClient
      .send('/api/monopay/webhook', body, { signature })
      .catch(toFailedAnswer(log, 'a report of a payment'));
    sendAnswer(res, answer);
  };
}
