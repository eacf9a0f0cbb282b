import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { createMonobank, MonobankError } from '#server/embedded/payments/monobank.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';
import { listen } from '../../../../support/listen.ts';
import { invoiceFor } from '../../../../support/orders.ts';

/** Starts a payment provider with endless responses, which counts the bytes until the connection is closed. */
async function endlessProvider(t: TestContext, status: number) {
  const cut = Promise.withResolvers<number>();
  const server = createServer((_request, response) => {
    let bytes = 0;
    response.writeHead(status);
    const send = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024))) bytes += 64 * 1024;
    };
    response.on('drain', send).on('close', () => cut.resolve(bytes));
    send();
  });
  return { monobank: createMonobank({ url: await listen(t, server), token: 'token' }), cut: cut.promise };
}

for (const [status, message] of [
  [200, /answer is too long/],
  [400, /answered 400: too long/],
] as const)
  it(`an answer of the payment provider that does not end, with ${status}, is cut off`, async (t) => {
    const { monobank, cut } = await endlessProvider(t, status);
    await assert.rejects(
      monobank.readPublicKey(),
      (error) => error instanceof MonobankError && message.test(error.message) && !error.isRefusal,
    );
    // Data that was already in transit is added to the limit of 256 kB.
    assert.ok((await cut) < 16 * 1024 * 1024);
  });

describe('the bank’s API', () => {
  it('refunds a payment and cancels an unpaid invoice', async (t) => {
    const bank = await fakeMonobank(t);
    const api = createMonobank(bank);
    const { invoiceId } = await api.createInvoice('some-order', invoiceFor('M'));
    await api.requestRefund(invoiceId, 'an-order');
    await api.cancelInvoice(invoiceId);
    assert.equal(bank.invoices.size, 0);
    assert.deepEqual(bank.calls.slice(-2), ['/api/merchant/invoice/cancel', '/api/merchant/invoice/remove']);
  });

  it('fails with one kind of error, which does not repeat the token', async (t) => {
    const bank = await fakeMonobank(t);
    const isRefusal = async (url: string, token: string) => {
      try {
        await createMonobank({ url, token }).readStatus('p2_x');
        return undefined;
      } catch (error) {
        assert.ok(error instanceof MonobankError);
        assert.ok(!error.message.includes('secret-token'), error.message);
        return error.isRefusal;
      }
    };
    assert.equal(await isRefusal(bank.url, bank.token), true);
    assert.equal(await isRefusal(bank.url, 'secret-token'), false, 'the operator can correct the token');
    assert.equal(await isRefusal('http://127.0.0.1:9', 'secret-token'), false);
    bank.intercept = () => ({ status: 429, body: { errCode: 'TMR', errText: 'too many requests' } });
    assert.equal(await isRefusal(bank.url, bank.token), false);
    bank.intercept = () => ({ status: 200, body: { invoiceId: 7 } });
    assert.equal(await isRefusal(bank.url, bank.token), false);
  });

  for (const [whose, contentType, body] of [
    ['a proxy', 'text/html', '<h1>Not found</h1>'],
    ['another API', 'application/json', '{"error":"not found"}'],
    ['a server without a page for it', 'text/plain', ''],
  ] as const)
    it(`does not take the 404 of ${whose} as an answer of the bank`, async (t) => {
      const server = createServer((_request, response) => {
        response.writeHead(404, { 'content-type': contentType }).end(body);
      });
      const api = createMonobank({ url: await listen(t, server), token: 'token' });
      await assert.rejects(
        api.readStatus('p2_x'),
        (error) => error instanceof MonobankError && /answered 404/.test(error.message) && !error.isRefusal,
      );
    });
});
