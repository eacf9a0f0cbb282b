import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLogged } from '../support/logged.ts';
import { rawGet, speak } from '../support/raw.ts';
import { serve } from '../support/serve.ts';

const comments = '/api/news/1/comments';

describe('slow requests', () => {
  it('are answered 408 when their head does not come in time, and logged', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700 } });
    const answer = await speak(site.origin, 'GET / HTTP/1.1\r\nHost: si', { patienceMs: 6000 });
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('are answered 408 when their body does not come in time', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700, requestMs: 900 } });
    const answer = await speak(
      site.origin,
      `POST ${comments} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{`,
      { patienceMs: 6000 },
    );
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('hold up nobody: a hundred of them leave the site as quick as it was', async (t) => {
    const site = await serve(t, { limits: { headersMs: 2000 } });
    const slow = Array.from({ length: 100 }, () => speak(site.origin, 'GET / HTTP/1.1\r\nX-', { patienceMs: 8000 }));
    const started = performance.now();
    assert.equal((await site.get('/about')).status, 200);
    assert.ok(performance.now() - started < 1500);
    for (const { status } of await Promise.all(slow)) assert.equal(status, 408);
  });
});

describe('connections', () => {
  it('beyond the limit are dropped, said in the log, and the others go on', async (t) => {
    const site = await serve(t, { limits: { maxConnections: 5 } });
    const held = Array.from({ length: 5 }, () => speak(site.origin, 'GET / HTTP/1.1\r\n', { patienceMs: 700 }));
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const dropped = await speak(site.origin, rawGet('/healthz'), { patienceMs: 400 });
    assert.equal(dropped.status, 0);
    assert.ok(site.logged.some(({ msg }) => /too many are open/.test(String(msg))));
    await Promise.all(held);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    assert.equal((await speak(site.origin, rawGet('/healthz'))).status, 200);
  });
});
