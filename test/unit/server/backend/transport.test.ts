import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { QueueError } from '#server/backend/bulkhead.ts';
import { createBackendClient } from '#server/backend/client.ts';
import { createTransport } from '#server/backend/transport.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { listen } from '../../../support/listen.ts';
import { until } from '../../../support/until.ts';

/** A backend that never responds at /hang. */
async function startHanging(t: TestContext) {
  const counts = { hanging: 0 };
  const server = createServer(({ url }, response) => {
    if (url === '/hang') counts.hanging += 1;
    else response.end('{}');
  });
  return { counts, origin: await listen(t, server) };
}

const pools = ['send', 'read', 'guess', 'order', 'webhook', 'file', 'desk'] as const;

describe('calls that hang', () => {
  for (const hanging of pools)
    it(`delay no other kind of call: ${hanging}`, async (t) => {
      const { counts, origin } = await startHanging(t);
      const transport = createTransport({ origin, timeoutMs: 60_000, waitMs: 60_000 });
      t.after(() => transport.close());
      let ended = 0;
      const call = (pool: (typeof pools)[number], path: string) =>
        transport.fetch(pool, { path, method: 'GET' }, () => undefined);
      const refused: unknown[] = [];
      for (let count = 0; count < 300; count += 1)
        call(hanging, '/hang')
          .catch((error: unknown) => refused.push(error))
          .finally(() => (ended += 1));
      await until('as many hang as may', () => counts.hanging >= 8);
      for (const pool of pools.filter((pool) => pool !== hanging))
        assert.equal((await call(pool, '/answer')).status, 200, pool);
      assert.equal(ended, refused.length);
      assert.ok(refused.length > 0 && refused.every((error) => error instanceof QueueError));
    });
});

describe('a full queue', () => {
  it('does not count against the backend', async (t) => {
    const { counts, origin } = await startHanging(t);
    const log = pino({ level: 'silent' });
    const client = createBackendClient({ origin, token: null, log, metrics: createMetrics(), waitMs: 5 });
    const errors: unknown[] = [];
    for (let count = 0; count < 200; count += 1) client.send('/hang', {}).catch((error: unknown) => errors.push(error));
    await until('as many hang as may', () => counts.hanging === 16);
    // Some calls were refused at once, and some after their timeout.
    await until('all others are refused', () => errors.length === 184);
    assert.ok(errors.every((error) => error instanceof QueueError));
    assert.equal(client.state, 'closed');
    await client.close();
  });
});

describe('the backend of this process, while it is starting', () => {
  it('is waited for no longer than a call may take, also for a streamed answer', async () => {
    const port = () => new Promise<number>(() => undefined);
    const transport = createTransport({ origin: 'http://backend', port, timeoutMs: 50, waitMs: 60_000 });
    const call = { method: 'GET', path: '/desk' } as const;
    await assert.rejects(
      transport.fetchStream('desk', call, () => undefined),
      {
        code: 'UND_ERR_CONNECT_TIMEOUT',
        message: 'the backend did not start in time',
      },
    );
    await transport.close();
  });
});
