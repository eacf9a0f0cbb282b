import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createBackendClient } from '#server/backend/client.ts';

describe('the measured time of a call to the backend', () => {
  it('is the time of the backend, without the wait in our own queue', async (t) => {
    const backendMs = 400;
    const server = createServer((request, response) => {
      request.resume();
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end('{}');
      }, backendMs);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const measured: Record<string, number[]> = { read: [], send: [], file: [] };
    const client = createBackendClient({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: null,
      log: pino({ level: 'silent' }),
      metrics: { backend: (call, _outcome, ms) => void measured[call]?.push(ms), breaker: () => undefined },
      waitMs: 10_000,
    });
    t.after(() => client.close());
    // Sixteen of a kind at once: the last ones wait for two others.
    const each = (call: () => Promise<unknown>) => Array.from({ length: 40 }, call);
    await Promise.all([
      ...each(() => client.read('/api/news')),
      ...each(() => client.send('/api/contact', {})),
      ...each(async () => (await client.file('/media/a.png')).body.resume()),
    ]);
    for (const [call, times] of Object.entries(measured)) {
      assert.equal(times.length, 40, call);
      const longest = Math.max(...times);
      assert.ok(longest < 2 * backendMs, `${call}: ${Math.round(longest)} ms`);
    }
  });
});
