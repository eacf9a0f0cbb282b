import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { createGuard } from '#server/http/guard.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { listen } from '../support/listen.ts';
import { speak } from '../support/raw.ts';

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

  it('that comes in time is taken', async (t) => {
    const { origin } = await guarded(t, 300);
    assert.equal((await speak(origin, [startOf('/api/news/1/comments'), ' '.repeat(29)])).status, 200);
  });
});
