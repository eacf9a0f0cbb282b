import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { assertLogged } from '../../support/logged.ts';
import { rawGet, speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const comments = '/api/news/1/comments';

/** A connection that the site has taken, as its answer shows, and that stays open. */
async function holdConnection(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

describe('slow requests', () => {
  it('get 408 and a line in the log when their head does not arrive in time', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700 } });
    const answer = await speak(site.origin, 'GET / HTTP/1.1\r\nHost: si', { timeoutMs: 15_000 });
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('get 408 when their body does not arrive in time', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700, requestMs: 900 } });
    const answer = await speak(
      site.origin,
      `POST ${comments} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{`,
      { timeoutMs: 15_000 },
    );
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('delay nobody: a hundred of them leave the site as fast as it was', async (t) => {
    const site = await serve(t, { limits: { headersMs: 3000 } });
    const ended: (string | number)[] = [];
    const slow = Array.from({ length: 100 }, async () => {
      const { status } = await speak(site.origin, 'GET / HTTP/1.1\r\nX-', { timeoutMs: 15_000 });
      ended.push(status);
    });
    assert.equal((await site.get('/about')).status, 200);
    ended.push('the page');
    await Promise.all(slow);
    assert.deepEqual(ended, ['the page', ...Array.from({ length: 100 }, () => 408)]);
  });
});

describe('a client that does not read', () => {
  it('loses its connection after the timeout', async (t) => {
    const site = await serve(t, { limits: { silenceMs: 300, maxConnections: 1 } });
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET /static/video/gitl-wide.mp4 HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(8));
    await once(socket, 'readable');
    // It was the only connection that may be open.
    await until('there is place again', async () => (await speak(site.origin, rawGet('/healthz'))).status === 200);
  });
});

describe('connections', () => {
  it('beyond the limit are dropped and logged, and the others continue', async (t) => {
    const site = await serve(t, { limits: { maxConnections: 5 } });
    const held = await Promise.all(Array.from({ length: 5 }, () => holdConnection(site.origin)));
    const dropped = await speak(site.origin, rawGet('/healthz'));
    assert.deepEqual([dropped.status, dropped.closed], [0, true]);
    await until('the log says so', () => site.logged.some(({ msg }) => /too many are open/.test(String(msg))));
    for (const socket of held) socket.destroy();
    await until('the next is answered', async () => (await speak(site.origin, rawGet('/healthz'))).status === 200);
  });
});
