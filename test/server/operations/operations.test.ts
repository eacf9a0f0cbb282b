import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { createLog } from '#server/lib/log.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { createMetricsServer } from '#server/operations/metrics-server.ts';
import { routeNames } from '#server/pages/page-routes.ts';
import { fakeBackend } from '../../support/fake-backend.ts';
import { listen } from '../../support/listen.ts';
import { json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

describe('probes', () => {
  it('/healthz is 200 while the process runs, whatever the state of the backend', async (t) => {
    const backend = await fakeBackend(t);
    await backend.close();
    const answer = await (await serve(t, { backend })).get('/healthz');
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), 'ok\n');
  });

  it('/readyz is 200 when visitors may be sent here, with the backend’s state as a detail', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((_request, response) => {
      response.writeHead(504).end();
    });
    const { get, app } = await serve(t, { backend });
    const read = async () => {
      const answer = await get('/readyz');
      return [answer.status, await answer.json()] as const;
    };
    assert.deepEqual(await read(), [200, { ready: true, backend: 'closed', embedded: true }]);
    for (let tries = 0; tries < 6; tries += 1) await get('/api/news');
    assert.deepEqual(await read(), [200, { ready: true, backend: 'open', embedded: true }]);
    app.isReady = false;
    const [status] = await read();
    assert.equal(status, 503);
    assert.equal((await get('/about')).headers.get('connection'), 'close');
  });
});

describe('metrics', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it('are not there unless METRICS_TOKEN or METRICS_PORT is set', async (t) => {
    assert.equal((await (await serve(t)).get('/metrics')).status, 404);
    assert.equal(
      (
        await (
          await serve(t, { config: { metricsToken: 'secret', metricsPort: 9999 } })
        ).get('/metrics', bearer('secret'))
      ).status,
      404,
    );
  });

  it('on the main port require METRICS_TOKEN as bearer', async (t) => {
    const { get } = await serve(t, { config: { metricsToken: 'secret' } });
    assert.equal((await get('/metrics')).status, 401);
    for (const wrong of ['other', 'secre', 'secrets', ''])
      assert.equal((await get('/metrics', bearer(wrong))).status, 401);
    const answer = await get('/metrics', bearer('secret'));
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain.*version=0\.0\.4/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('on METRICS_PORT are the only response', async (t) => {
    const server = createMetricsServer({ metrics: createMetrics(), log: createLog('silent') }, null);
    const origin = await listen(t, server);
    assert.match(await (await fetch(`${origin}/metrics`)).text(), /site_requests_total/);
    assert.equal((await fetch(`${origin}/about`)).status, 404);
  });

  it('have every counter at 0 before anything is counted', async () => {
    const printed = await createMetrics({ routeNames }).print();
    const counters = [...printed.matchAll(/^# TYPE (\w+) counter$/gm)].map(([, name = '']) => name);
    assert.ok(counters.length >= 11, `${counters.length} counters`);
    for (const name of counters) assert.match(printed, new RegExp(`^${name}(\\{[^}]*\\})? 0$`, 'm'), name);
  });

  it('count requests by route, language and status', async (t) => {
    const { get, metrics } = await serve(t);
    await get('/about', { headers: { cookie: 'language=ua' } });
    await get('/about', { headers: { cookie: 'language=ua' } });
    await get('/nope');
    await get('/made-up-path-of-a-visitor');
    await get('/api/news');
    // A request is counted when its connection has taken the last byte.
    await until('the last request is counted', async () => (await metrics.print()).includes('api-news'));
    const text = await metrics.print();
    assert.match(text, /site_requests_total\{route="about",language="ua",status="200",method="GET",cache="miss"\} 1/);
    assert.match(text, /site_requests_total\{route="about",language="ua",status="200",method="GET",cache="hit"\} 1/);
    assert.match(
      text,
      /site_requests_total\{route="not-found",language="en",status="404",method="GET",cache="miss"\} 1/,
    );
    assert.match(text, /route="api-news"/);
    assert.doesNotMatch(text, /made-up/);
    assert.match(text, /site_request_seconds_count\{route="about"\} 2/);
  });

  it('show renders, the page cache, the backend and the breaker', async (t) => {
    const backend = await fakeBackend(t);
    const { get, metrics } = await serve(t, { backend });
    backend.respondWith((_request, response) => {
      response.writeHead(504).end();
    });
    for (let tries = 0; tries < 6; tries += 1) await get('/api/news');
    await get('/about');
    const text = await metrics.print();
    assert.match(text, /site_renders_total\{route="about",outcome="complete"\} 1/);
    assert.match(text, /site_render_seconds_count/);
    assert.match(text, /site_page_cache_bytes [1-9]/);
    assert.match(text, /site_backend_calls_total\{call="read",outcome="ok"\} 0/);
    assert.match(text, /site_backend_calls_total\{call="read",outcome="failed"\} 5/);
    assert.match(text, /site_backend_calls_total\{call="read",outcome="open"\} 1/);
    assert.match(text, /site_backend_breaker\{state="open"\} 1/);
    assert.match(text, /site_backend_breaker\{state="closed"\} 0/);
    assert.match(text, /site_backend_breaker_opened_total 1/);
    assert.match(text, /site_fallbacks_total\{kind="built-in"\} 6/);
  });
});

describe('Server-Timing', () => {
  it('contains the time of a page, and whether it was stored', async (t) => {
    const { get } = await serve(t);
    assert.match(
      (await get('/about')).headers.get('server-timing') ?? '',
      /^data;dur=[\d.]+, render;dur=[\d.]+, cache;desc=miss$/,
    );
    assert.equal((await get('/about')).headers.get('server-timing'), 'cache;desc=hit');
  });
});

describe('the request id', () => {
  const id = '0123456789abcdef0123456789abcdef';
  it('is the trusted proxy’s, sent back and logged', async (t) => {
    const { get, logged } = await serve(t, { config: { trustProxy: 1 } });
    const answer = await get('/about', { headers: { 'x-request-id': id } });
    assert.equal(answer.headers.get('x-request-id'), id);
    assert.ok(logged.some((line) => line['id'] === id));
  });

  it('is generated here when no proxy is trusted, or when the given one is invalid', async (t) => {
    const headers = { 'x-request-id': id };
    assert.notEqual((await (await serve(t)).get('/about', { headers })).headers.get('x-request-id'), id);
    const { get } = await serve(t, { config: { trustProxy: 1 } });
    for (const odd of ['short', 'a'.repeat(65), 'with spaces in it', '<script>alert(1)</script>']) {
      assert.match(
        (await get('/about', { headers: { 'x-request-id': odd } })).headers.get('x-request-id') ?? '',
        /^[\w-]{8}-[\da-z]+$/,
      );
    }
  });
});

describe('the log', () => {
  function logInto(level = 'info') {
    const lines: string[] = [];
    const log = createLog(
      level,
      new Writable({
        write(line: Buffer, _encoding, done) {
          lines.push(line.toString());
          done();
        },
      }),
    );
    return { log, lines };
  }

  it('is JSON, a line each', () => {
    const { log, lines } = logInto();
    log.info({ path: '/about' }, 'request');
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.equal(line['level'], 'info');
    assert.equal(line['msg'], 'request');
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT/);
  });

  it('hides e-mail, machine id, message, token and attachment, however deep', () => {
    const { log, lines } = logInto();
    const secrets = {
      email: 'olha@example.org',
      machine_id: 'SECRET-1',
      machineId: 'SECRET-2',
      message: 'SECRET-3',
      token: 'SECRET-4',
      attachment: { data: 'SECRET-5' },
      'x-token': 'SECRET-6',
      authorization: 'SECRET-7',
      cookie: 'SECRET-8',
    };
    log.info(secrets, 'one');
    log.info({ body: secrets }, 'two');
    log.info({ request: { body: secrets } }, 'three');
    assert.equal(lines.length, 3);
    assert.doesNotMatch(lines.join(''), /olha|SECRET/);
  });

  it('contains the text of an error', () => {
    const { log, lines } = logInto();
    log.error({ err: new Error('the disk is on fire') }, 'a request failed');
    assert.match(lines[0] ?? '', /"reason":"the disk is on fire"/);
    assert.match(lines[0] ?? '', /"stack":"Error: the disk/);
  });

  it('contains the levels of LOG_LEVEL', () => {
    const { log, lines } = logInto('warn');
    log.info('not this');
    log.warn('this');
    assert.equal(lines.length, 1);
  });

  it('has no line with input of visitors: not in paths, not in bodies, not in headers', async (t) => {
    const { get, logged, backend } = await serve(t);
    backend.respondWith((_request, response) => {
      response.writeHead(500).end();
    });
    await get('/checkout?status=success&id=SECRET-ID&email=olha@example.org&plan=year');
    const comment = { author: 'SECRET', content: 'SECRET' };
    await get('/api/news/1/comments', json(comment, { cookie: 'a=SECRET', authorization: 'SECRET' }));
    await get('/api/trial/start', json({ machine_id: 'SECRET-ID', email: 'olha@example.org' }));
    for (const path of [
      '/olha@example.org/x',
      '/news/olha%40example.org',
      '/olha%2540example.org',
      '/api/news/olha@x.org',
    ])
      await get(path);
    assert.ok(logged.length >= 7);
    assert.doesNotMatch(JSON.stringify(logged), /olha|SECRET|secret-test-token/);
  });

  it('has no id of an order, which gives access to its licence', async (t) => {
    const { get, logged } = await serve(t);
    const id = 'Vv0mQb-8_xk3TzR1';
    for (const path of [`sandbox/pay/${id}`, `desk/orders/${id}/refund`, `desk/orders/${id}/a@b.c`])
      await get(`/${path}`);
    await get('/desk/orders/new');
    await until('all requests are logged', () => logged.some((line) => JSON.stringify(line).includes('orders/new')));
    const paths = logged.map((line) => (line['request'] as { path?: string } | undefined)?.path).filter(Boolean);
    const [sandbox, refund, address, form] = paths;
    assert.deepEqual([sandbox, refund], ['/sandbox/pay/[order]', '/desk/orders/[order]/refund']);
    assert.deepEqual([address, form, paths.length], ['/desk/orders/[order]/[email]', '/desk/orders/new', 4]);
  });
});
