import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createBackendClient } from '#server/backend/client.ts';
import { StreamedJson } from '#server/backend/streamed-json.ts';
import { listen } from '../../../support/listen.ts';
import { until } from '../../../support/until.ts';

const minuteMs = 60_000;

describe('the measured time of a call to the backend', () => {
  it('is the time of the backend, without the wait in our own queue', async (t) => {
    const held: ServerResponse[] = [];
    let isHolding = true;
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      if (isHolding) held.push(response);
      else response.end('{}');
    });
    const measured: Record<string, number[]> = { read: [], send: [], file: [] };
    const client = createBackendClient({
      origin: await listen(t, server),
      token: null,
      log: pino({ level: 'silent' }),
      metrics: { backend: (call, _outcome, ms) => void measured[call]?.push(ms), breaker: () => undefined },
      timeoutMs: 10 * minuteMs,
      waitMs: minuteMs,
    });
    t.after(() => client.close());

    const each = (call: () => Promise<unknown>) => Array.from({ length: 40 }, call);
    const calls = Promise.all([
      ...each(() => client.read('/api/news')),
      ...each(() => client.send('/api/contact', {})),
      ...each(async () => (await client.file('/media/a.png')).body.resume()),
    ]);
    await until('sixteen calls of each kind have come', () => held.length === 3 * 16);
    const realNow = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => realNow() + minuteMs);
    isHolding = false;
    for (const response of held) response.end('{}');
    await calls;

    for (const [call, times] of Object.entries(measured)) {
      assert.equal(times.length, 40, call);
      assert.equal(times.filter((ms) => ms >= minuteMs).length, 16, call);
    }
  });
});

describe('uploads at the desk that the backend does not answer', () => {
  it('open the breaker, although their timeout is longer', async (t) => {
    const clock = { now: 0 };
    const server = createServer(({ socket }) => {
      clock.now += 30_500;
      socket.destroy();
    });
    const lines: string[] = [];
    const client = createBackendClient({
      origin: await listen(t, server),
      token: null,
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      metrics: { backend: () => undefined, breaker: () => undefined },
      now: () => clock.now,
    });
    t.after(() => client.close());
    const upload = () => {
      const body = new StreamedJson(2, async function* () {
        yield await Promise.resolve('{}');
      });
      return client.sendDeskCall({ method: 'POST', path: '/desk/news', headers: {}, body });
    };
    for (let count = 0; count < 5; count += 1) await assert.rejects(upload());
    assert.match(lines.join(''), /the breaker of the desk is open/);
  });
});
