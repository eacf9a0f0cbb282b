import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '#server/config/config.ts';
import { createGuard } from '#server/http/guard.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { listen } from '../support/listen.ts';
import { speak } from '../support/raw.ts';
import { until } from '../support/until.ts';

/** A server that answers when a body is complete, behind a guard with short times. */
async function guarded(t: TestContext, bodyMs: number, uploadGraceMs?: number) {
  const metrics = createMetrics();
  const guard = createGuard({
    config: readConfig({}),
    metrics,
    findCanonicalPath: (url) => url,
    setCommonHeaders: () => undefined,
    printRefusal: (_request, key) => ({ line: key, tag: 'en' }),
    bodyMs,
    uploadGraceMs,
  });
  const server = createServer((request, response) => {
    if (guard.refuseHead(request, response)) return;
    const upload = request.url === '/api/contact';
    if (guard.refuseBody(request, response, { maxBytes: 65_536, upload }, 'json')) return;
    request.on('end', () => {
      if (!response.headersSent) response.end('complete');
    });
    request.resume();
  });
  return { metrics, origin: await listen(t, server) };
}

const startOf = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{`;

/** An upload of which nothing but the head is sent yet. */
function openUpload(t: TestContext, origin: string, bytes: number) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  const head = `POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Length: ${bytes}\r\n\r\n`;
  socket.write(head);
  return { send: (count: number) => socket.write('x'.repeat(count)), read: () => answer };
}

describe('a body that does not come', () => {
  it('is answered 408 after its time, and its connection is cut', async (t) => {
    const { origin, metrics } = await guarded(t, 300);
    const answer = await speak(origin, startOf('/api/news/1/comments'), { patienceMs: 4000, untilClosed: true });
    assert.equal(answer.status, 408);
    assert.match(answer.text, /\{"error":"badRequest","reason":"slowBody"\}/);
    assert.ok(answer.closed, 'nobody is waited for');
    assert.match(await metrics.print(), /reason="slowBody"\} 1/);
  });

  it('has more time where an attachment may be on its way', async (t) => {
    const { origin } = await guarded(t, 300);
    assert.equal((await speak(origin, startOf('/api/contact'), { patienceMs: 1200 })).status, 0);
  });

  it('is answered 408, too, where an attachment comes slower than a telephone line', async (t) => {
    const { origin } = await guarded(t, 300, 500);
    const answer = await speak(origin, startOf('/api/contact'), { patienceMs: 8000 });
    assert.equal(answer.status, 408);
    assert.match(answer.text, /"reason":"slowBody"/);
  });

  it('is answered 408, too, where an attachment stops after a fast start', async (t) => {
    const { origin } = await guarded(t, 300, 500);
    const { send, read } = openUpload(t, origin, 65_536);
    // Bytes that arrive together with the head of the request are not counted.
    await wait(100);
    send(60_000);
    await until('it is cut', () => read() !== '', 3000);
    assert.match(read(), /^HTTP\/1\.1 408 [^]*"reason":"slowBody"/);
  });

  it('is answered 408, too, where an attachment keeps to less than 4 kB a second', async (t) => {
    const { origin } = await guarded(t, 300, 500);
    const { send, read } = openUpload(t, origin, 65_536);
    let sent = 0;
    for (; sent < 60_000 && read() === ''; sent += 100) {
      send(100);
      await wait(50);
    }
    assert.match(read(), /^HTTP\/1\.1 408 /);
    assert.ok(sent < 30_000, `${sent} bytes`);
  });

  it('may stall again and again where it makes up for it', async (t) => {
    const uploadGraceMs = 2000;
    const { origin } = await guarded(t, 300, uploadGraceMs);
    const { send, read } = openUpload(t, origin, 5 * 8192);
    for (let stall = 1; stall <= 5; stall += 1) {
      await wait(uploadGraceMs / 2);
      assert.equal(read(), '', `cut in stall ${stall}`);
      send(8192);
    }
    await until('it is taken', () => read() !== '');
    assert.match(read(), /^HTTP\/1\.1 200 /);
  });

  it('that comes in time is taken', async (t) => {
    const { origin } = await guarded(t, 300);
    assert.equal((await speak(origin, [startOf('/api/news/1/comments'), ' '.repeat(29)])).status, 200);
  });
});
