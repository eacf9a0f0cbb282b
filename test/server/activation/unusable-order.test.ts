import assert from 'node:assert/strict';
import { it } from 'node:test';
import { answerAsUsual, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';

it('an order with an end that is no date is shown as one that is not decided, and logged', async (t) => {
  const backend = await fakeBackend(t);
  backend.respondWith((request, response, body) => {
    if (!request.url?.startsWith('/api/orders/')) return answerAsUsual(request, response, body);
    sendJson(response, 200, { state: 'success', licence: 'AAAA', expires: 'in a year' });
  });
  const { get, html, logged } = await serve(t, { backend });
  assert.match(await html('/checkout?order=order-paid&status=success'), /http-equiv="refresh"/);
  // After a 503, the script of the page goes on showing the state of the order that it has read before.
  const { status, headers } = await get('/api/orders?id=order-paid');
  assert.deepEqual([status, headers.get('retry-after'), headers.get('cache-control')], [503, '30', 'no-store']);
  // One line for the page, and one for the call of its script.
  assert.deepEqual(
    logged.filter(({ err }) => err !== undefined).map(({ err }) => (err as { message: string }).message),
    Array.from({ length: 2 }, () => 'the backend sent an order that cannot be used: expires'),
  );
});
