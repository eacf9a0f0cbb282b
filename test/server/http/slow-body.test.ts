import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { propertyOf } from '#shared/property-of.ts';
import { readConfig } from '#server/config/config.ts';
import { createGuard } from '#server/http/guard.ts';
import { createHttpServer } from '#server/http/server.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { holdClock } from '../../support/hold-clock.ts';
import { listen } from '../../support/listen.ts';
import { speak } from '../../support/raw.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

/** A server that answers when a body is complete, behind a guard with its own times or shorter ones. */
async function guarded(t: TestContext, bodyMs?: number, maxUploadPauseMs?: number) {
  const metrics = createMetrics();
  const guard = createGuard({
    config: readConfig({}),
    metrics,
    findCanonicalPath: (url) => url,
    setCommonHeaders: () => undefined,
    probePaths: [],
    printText: (_language, key) => ({ line: key, tag: 'en' }),
    bodyMs,
    maxUploadPauseMs,
  });
  const state = { bytes: 0, isAnswered: () => false };
  const server = createServer((request, response) => {
    state.isAnswered = () => response.headersSent;
    if (guard.refuseHead(request, response, 'en')) return;
    const upload = request.url === '/api/contact';
    if (guard.refuseBody(request, response, { maxBytes: 65_536, upload, errorFormat: 'json' }, 'en')) return;
    request.on('data', ({ length }: Buffer) => {
      state.bytes += length;
    });
    request.on('end', () => {
      if (!response.headersSent) response.end('complete');
    });
  });
  /** Resolves when so many bytes of bodies have arrived. */
  const arrived = (bytes: number) => until(`${bytes} bytes have arrived`, () => state.bytes >= bytes);
  return { metrics, origin: await listen(t, server), arrived, isAnswered: () => state.isAnswered() };
}

const startOf = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{`;

/** An upload of which nothing but the head is sent yet. */
function openUpload(t: TestContext, origin: string, bytes: number, path = '/api/contact') {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Length: ${bytes}\r\n\r\n`;
  socket.write(head);
  return { send: (count: number) => socket.write('x'.repeat(count)), read: () => answer };
}

describe('a body that does not arrive', () => {
  it('gets 408 after its timeout, and its connection is closed', async (t) => {
    const { origin, metrics } = await guarded(t, 300);
    const answer = await speak(origin, startOf('/api/news/1/comments'), { timeoutMs: 4000, untilClosed: true });
    assert.equal(answer.status, 408);
    assert.match(answer.text, /\{"error":"badRequest","reason":"slowBody"\}/);
    assert.ok(answer.closed, 'nobody is waited for');
    assert.match(await metrics.print(), /reason="slowBody"\} 1/);
  });

  it('has more time when it may contain an attachment', async (t) => {
    const { origin } = await guarded(t, 300);
    assert.equal((await speak(origin, startOf('/api/contact'), { timeoutMs: 1200 })).status, 0);
  });

  it('gets 408, too, when an attachment is slower than a telephone line', async (t) => {
    const { origin } = await guarded(t, 300, 500);
    const answer = await speak(origin, startOf('/api/contact'), { timeoutMs: 8000 });
    assert.equal(answer.status, 408);
    assert.match(answer.text, /"reason":"slowBody"/);
  });

  it('gets 408, too, when an attachment stops after a fast start', async (t) => {
    const { origin } = await guarded(t, 300, 500);
    const { send, read } = openUpload(t, origin, 65_536);
    // Bytes that arrive together with the head of the request are not counted.
    await wait(100);
    send(60_000);
    await until('it is cut', () => read() !== '', 3000);
    assert.match(read(), /^HTTP\/1\.1 408 [^]*"reason":"slowBody"/);
  });

  it('gets 408, too, when an attachment stays below 4 kB a second', async (t) => {
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

  it('may pause several times when its average rate is high enough', async (t) => {
    const maxUploadPauseMs = 2000;
    const { origin } = await guarded(t, 300, maxUploadPauseMs);
    const { send, read } = openUpload(t, origin, 5 * 8192);
    for (let stall = 1; stall <= 5; stall += 1) {
      await wait(maxUploadPauseMs / 2);
      assert.equal(read(), '', `cut in stall ${stall}`);
      send(8192);
    }
    await until('it is taken', () => read() !== '');
    assert.match(read(), /^HTTP\/1\.1 200 /);
  });

  it('that arrives in time is accepted', async (t) => {
    const { origin } = await guarded(t, 300);
    assert.equal((await speak(origin, [startOf('/api/news/1/comments'), ' '.repeat(29)])).status, 200);
  });
});

/** The open files of this process that hold the body of an upload. */
async function openBodies(): Promise<string[]> {
  const folder = '/proc/self/fd';
  const links = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.includes('/upload-'));
}

const part = [
  '--edge\r\nContent-Disposition: form-data; name="attachment"; filename="cv.pdf"',
  'Content-Type: application/pdf\r\n\r\n%PDF-',
].join('\r\n');

/** Sends the start of an upload, and then nothing; asserts that the answer is 408 and the log has no error. */
async function speakSlowly(t: TestContext, { origin, logged, get }: Served, path: string): Promise<void> {
  const pass = holdClock(t);
  const field = '--edge\r\nContent-Disposition: form-data; name="message"\r\n\r\nGood morning\r\n';
  const head = `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: multipart/form-data; boundary=edge\r\n`;
  let status: number | undefined;
  void speak(origin, `${head}Content-Length: 9000\r\n\r\n${field}${part}`).then((answer) => {
    status = answer.status;
  });
  await until('it is answered', () => {
    pass(1000);
    return status !== undefined;
  });
  assert.equal(status, 408);
  const untilLogged = (expected: number) =>
    until(`a response ${expected} is logged`, () =>
      logged.some(({ request }) => propertyOf(request, 'status') === expected),
    );
  await untilLogged(408);
  // An error of the slow request would be logged before this one.
  await get('/healthz');
  await untilLogged(200);
  assert.deepEqual(
    logged.filter(({ level }) => Number(level) >= 50),
    [],
  );
}

describe('an upload that is refused while it is read', { skip: process.platform !== 'linux' }, () => {
  for (const [title, path, type, start] of [
    ['as JSON', '/api/contact', 'application/json', '{"firstName":"'],
    ['as a form', '/api/contact', 'multipart/form-data; boundary=edge', part],
    ['as a form without JavaScript', '/contacts', 'multipart/form-data; boundary=edge', part],
  ] as const)
    it(`${title} keeps no file open, and is no fault of the site`, async (t) => {
      const site = await serve(t);
      const pass = holdClock(t);
      const answered = speak(
        site.origin,
        `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: ${type}\r\nContent-Length: 9000\r\n\r\n${start}`,
      );
      await until('its file is open', async () => (await openBodies()).length > 0);
      pass(10_100);
      assert.equal((await answered).status, 408);
      await until('its file is closed', async () => (await openBodies()).length === 0);
      assert.deepEqual(
        site.logged.filter(({ level }) => Number(level) >= 50),
        [],
      );
    });
});

describe('a form that is refused, and comes too slowly to be returned', () => {
  it('above the rate limit gets 408, and is no fault of the site', async (t) => {
    const site = await serve(t, { config: { rateLimit: 1 } });
    assert.equal((await site.get('/contacts', { method: 'POST' })).status, 415);
    await speakSlowly(t, site, '/contacts');
  });

  it('for the desk, without a session, gets 408, and is no fault of the site', async (t) => {
    await speakSlowly(t, await serve(t, { config: { deskEmails: ['marta@obrii.example'] } }), '/desk/news/1');
  });
});

describe('without other options', () => {
  for (const [title, path, lastMs] of [
    ['a body has 20 seconds', '/api/news/1/comments', 20_000],
    ['an upload may be silent for 10 seconds', '/api/contact', 10_000],
  ] as const)
    it(title, async (t) => {
      const pass = holdClock(t);
      const { origin, arrived, isAnswered } = await guarded(t);
      const { send, read } = openUpload(t, origin, 30, path);
      send(1);
      await arrived(1);
      pass(lastMs);
      assert.equal(isAnswered(), false);
      pass(100);
      await until('it is cut', () => read() !== '');
      assert.match(read(), /^HTTP\/1\.1 408 /);
    });

  it('8 kB extend the deadline of a late upload by two seconds', async (t) => {
    const pass = holdClock(t);
    const { origin, arrived, isAnswered } = await guarded(t);
    const { send, read } = openUpload(t, origin, 65_536);
    send(1);
    await arrived(1);
    pass(9000);
    send(8191);
    await arrived(8192);
    pass(2900);
    assert.equal(isAnswered(), false);
    pass(200);
    await until('it is cut', () => read() !== '');
    assert.match(read(), /^HTTP\/1\.1 408 /);
  });

  it('the server has its own limits for heads, whole requests, silence and idle connections', () => {
    const app = { handler: () => undefined };
    const server = createHttpServer(app, pino({ level: 'silent' }), createMetrics(), { maxConnections: 7 });
    assert.equal(server.headersTimeout, 10_000);
    assert.equal(server.requestTimeout, 300_000);
    assert.equal(server.timeout, 90_000);
    assert.equal(server.keepAliveTimeout, 65_000);
    assert.equal(server.maxConnections, 7);
  });
});
