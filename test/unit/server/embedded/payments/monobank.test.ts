import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it, type TestContext } from 'node:test';
import { createMonobank, MonobankError } from '#server/embedded/payments/monobank.ts';
import { listen } from '../../../../support/listen.ts';

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
      (error) => error instanceof MonobankError && message.test(error.message) && error.isRefusal === (status === 400),
    );
    // Data that was already in transit is added to the limit of 256 kB.
    assert.ok((await cut) < 16 * 1024 * 1024);
  });
