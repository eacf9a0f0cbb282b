import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { createBackendClient } from '#server/backend/client.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { breakableBackend, type Fault } from '../../../support/faults.ts';

/**
 * Opens a client of a backend that fails. Time does not pass by itself: the test moves `clock`, only forward, and sets
 * the clock of the system with mocked timers. `logged` contains the states of the breaker.
 */
async function openClient(t: TestContext, fault: Fault, timeoutMs?: number) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T10:00:00Z') });
  const clock = { now: 1000 };
  const backend = await breakableBackend(t);
  await backend.fail(fault);
  const logged: unknown[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push((JSON.parse(line.toString()) as { backend?: string }).backend);
      done();
    },
  });
  const log = pino({}, sink);
  const now = () => clock.now;
  const client = createBackendClient({
    origin: backend.origin,
    token: null,
    log,
    metrics: createMetrics(),
    openMs: 5000,
    ...(timeoutMs !== undefined && { timeoutMs }),
    now,
  });
  t.after(() => client.close());
  const read = () =>
    client.read('/api/news').then(
      () => 'read',
      (error: Error) => error.name,
    );
  return { backend, client, clock, logged, read };
}

describe('a dead backend', () => {
  it('gets few calls, and one probe detects that it answers again', async (t) => {
    const { backend, clock, logged, read } = await openClient(t, 'answers 500');
    for (let visit = 0; visit < 30; visit += 1) await read();
    assert.equal(backend.count, 5);
    clock.now += 4999;
    assert.equal(await read(), 'BreakerOpenError');
    clock.now += 1;
    await Promise.all(Array.from({ length: 21 }, read));
    assert.equal(backend.count, 6, 'one probe, which failed too');
    await backend.fail(null);
    clock.now += 5000;
    assert.equal(await read(), 'read');
    assert.deepEqual(logged, ['open', 'half-open', 'open', 'half-open', 'closed']);
  });
});

describe('a backend that requests a pause', () => {
  for (const [status, asked, pauseMs] of [
    [429, '2', 2000],
    [503, '2', 2000],
    [429, 'Sun, 01 Mar 2026 10:00:07 GMT', 7000],
    // The pause is never longer than half a minute.
    [429, '3600', 30_000],
  ] as const)
    it(`gets no reads for that time, and posts are not affected: ${status}, ${asked}`, async (t) => {
      const { backend, client, clock, read } = await openClient(t, 'answers 500');
      backend.respondWith((_request, response) => response.writeHead(status, { 'retry-after': asked }).end('{}'));
      for (let visit = 0; visit < 5; visit += 1) await read();
      assert.equal(backend.count, 1);
      assert.equal((await client.send('/api/contact', {})).status, status);
      clock.now += pauseMs - 1;
      await read();
      assert.equal(backend.count, 2);
      clock.now += 1;
      await read();
      assert.equal(backend.count, 3);
    });
});

describe('a stop of this process', () => {
  it('that is longer than the timeouts of its calls does not open the breaker', async (t) => {
    const { client, clock, logged, read } = await openClient(t, 'accepts and hangs', 1000);
    const reads = Promise.all(Array.from({ length: 10 }, read));
    const posts = Promise.allSettled(Array.from({ length: 10 }, () => client.send('/api/contact', {})));
    // The wait in the queue, one timeout, and 5 s for a processor with too much work.
    clock.now += 2000 + 1000 + 5000 + 1;
    assert.deepEqual(new Set(await reads), new Set(['TimeoutError']));
    await posts;
    assert.deepEqual(logged, []);
  });
});
