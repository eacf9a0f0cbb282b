import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../support/fake-backend.ts';
import { temporaryFolder } from '../support/process.ts';
import { rawGet, rawPost, speak } from '../support/raw.ts';
import { serve, type Served } from '../support/serve.ts';
import { until } from '../support/until.ts';

const comment = (content: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ author: 'Olha', content }),
});

describe('many requests on one connection', () => {
  it('are answered up to eight at once; the next ends the connection, and other visitors notice nothing', async (t) => {
    const site = await serve(t);
    const request = `GET /made-up-path HTTP/1.1\r\nHost: site\r\n\r\n`;
    const { text, closed } = await speak(site.origin, request.repeat(4000), { untilClosed: true });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    assert.ok(closed);
    assert.ok(statuses.length <= 20, `${statuses.length} answers`);
    assert.equal(statuses.at(-1), '503');
    assert.equal((await site.get('/about')).status, 200);
  });
});

describe('pictures that hang', () => {
  it('keep no post and no page waiting', async (t) => {
    const backend = await fakeBackend(t);
    let hanging = 0;
    backend.misbehave((request, response, body) => {
      const named = Array.from({ length: 120 }, (_, index) => ({
        ...articles[0],
        id: `${index}`,
        slug: `article-${index}`,
        image: `${backend.origin}/media/${index}.png`,
      }));
      if (request.url === '/api/news') sendJson(response, 200, named);
      else if (request.url?.startsWith('/media/')) hanging += 1;
      else answerAsUsual(request, response, body);
    });
    const site = await serve(t, { backend, timeoutMs: 4000, waitMs: 1000 });
    const abort = new AbortController();
    t.after(() => abort.abort());
    const pictures = Array.from({ length: 120 }, (_, index) =>
      site.get(`/media/${index}.png`, { signal: abort.signal }).catch(() => null),
    );
    await until('the pictures hang', () => hanging >= 16);
    const started = performance.now();
    assert.equal((await site.get('/api/news/1/comments', comment('Thank you'))).status, 201);
    assert.equal((await site.get('/news/smart-protective-equipment')).status, 200);
    assert.ok(performance.now() - started < 3000, 'nothing waited for a picture');
    // More than can wait are refused at once, or when their wait is over.
    assert.ok((await Promise.all(pictures)).some((answer) => answer?.status === 503));
  });
});

/** A backend with one article that is not built in; it never answers what `pattern` matches. */
async function holdingBackend(t: TestContext, pattern: RegExp) {
  const backend = await fakeBackend(t);
  let held = 0;
  const named = { ...articles[0], id: '7', slug: 'named', category: 'Named' };
  backend.misbehave((request, response, body) => {
    if (pattern.test(request.url ?? '')) held += 1;
    else if (/^\/api\/news(\?category=Named)?$/.test(request.url ?? '')) sendJson(response, 200, [named]);
    else if (request.url === '/api/news/categories') sendJson(response, 200, [{ name: 'Named', count: 1 }]);
    else if (request.url === '/api/news/named') sendJson(response, 200, named);
    else answerAsUsual(request, response, body);
  });
  return { backend, held: () => held };
}

/** Asks for 30 addresses that are never answered, until the test ends. */
function hang(t: TestContext, site: Served, pathOf: (index: number) => string): void {
  const abort = new AbortController();
  t.after(() => abort.abort());
  for (let index = 0; index < 30; index += 1) site.get(pathOf(index), { signal: abort.signal }).catch(() => undefined);
}

const report = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-sign': 'c2lnbmF0dXJlIG9mIHRlc3Rz' },
  body: '{"invoiceId":"1","status":"success"}',
};

const paidOrder = {
  state: 'success',
  licence: '-----BEGIN GITL LICENCE-----\nAAAA\n-----END GITL LICENCE-----',
  expires: '2027-03-01T10:00:00.000Z',
};

describe('orders that somebody makes up', () => {
  it('keep no report of a payment waiting', async (t) => {
    const { backend, held } = await holdingBackend(t, /^\/api\/orders\/made-up/);
    const site = await serve(t, { backend, config: { backendUrl: backend.origin } });
    hang(t, site, (index) => `/api/orders?id=made-up-${index}`);
    await until('the made-up orders hang', () => held() >= 8);
    assert.equal((await site.get('/api/monopay/webhook', report)).status, 200);
  });
});

describe('articles that somebody makes up', () => {
  it('open no breaker, however slow the backend is about them', async (t) => {
    const { backend } = await holdingBackend(t, /^\/api\/news\/made-up/);
    const site = await serve(t, { backend, timeoutMs: 500, waitMs: 300 });
    await Promise.all(Array.from({ length: 300 }, (_, index) => site.get(`/api/news/made-up-${index}`)));
    const ready = (await (await site.get('/readyz')).json()) as { backend: string };
    assert.equal(ready.backend, 'closed');
  });

  it('keep nothing waiting that is not made up', async (t) => {
    const { backend, held } = await holdingBackend(t, /^\/api\/news\/made-up/);
    const site = await serve(t, { backend, config: { backendUrl: backend.origin } });
    for (const list of ['/api/news', '/api/news/categories']) await site.get(list);
    hang(t, site, (index) => `/api/news/made-up-${index}`);
    await until('the made-up articles hang', () => held() >= 8);
    // Whoever had to wait for one of them would get 503.
    const named = ['/news/named', '/api/news/7/comments', '/news?category=Named', '/api/orders?id=order-paid'];
    const answers = await Promise.all([
      ...named.map((path) => site.get(path)),
      site.get('/api/news/1/comments', comment('Thank you')),
      site.get('/api/monopay/webhook', report),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 201, 200],
    );
    assert.match(await site.html('/news?category=Named'), /href="\/news\/named"/);
    assert.deepEqual(await (await site.get('/api/orders?id=order-paid')).json(), paidOrder);
  });
});

describe('an upload in tiny chunks', () => {
  it('is refused after some thousand of them', async (t) => {
    const site = await serve(t);
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    let answer = '';
    let closed = false;
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => {
      closed = true;
    });
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunks = '1\r\na\r\n'.repeat(2000);
    for (let round = 0; round < 50 && !closed && answer === ''; round += 1) {
      socket.write(chunks);
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    await until('its connection is cut', () => closed, 60_000);
    // Where more was written after the end, the system drops the answer with the connection.
    assert.match(answer, /^(HTTP\/1\.1 413|$)/);
  });
});

describe('a page that does not exist', () => {
  it('is stored once for every address, and does not name the one that was asked for first', async (t) => {
    const { get } = await serve(t);
    assert.match((await get('/first-made-up')).headers.get('server-timing') ?? '', /cache;desc=miss/);
    const second = await get('/second-made-up?and=a-query');
    assert.equal(second.status, 404);
    assert.match(second.headers.get('server-timing') ?? '', /cache;desc=hit/);
    assert.doesNotMatch(await second.text(), /first-made-up/);
  });
});

describe('an odd request', () => {
  for (const target of ['//host/..', '//%0d%0a', '///', '/..', '/%2e%2e/about', '//']) {
    it(`for ${target} is answered`, async (t) => {
      const site = await serve(t);
      const { status } = await speak(site.origin, rawGet(target));
      assert.ok(status === 404 || status === 400 || status === 200, `${status}`);
    });
  }

  it('with a target in absolute form is read as its path', async (t) => {
    const site = await serve(t);
    const { status, text } = await speak(site.origin, rawGet('http://obrii.example/about?lang=ua'));
    assert.equal(status, 200);
    assert.match(text, /Content-Language: uk/i);
  });

  it('that accepts brotli with a weight of zero gets no brotli, however it writes that', async (t) => {
    const { get } = await serve(t);
    // A page that is stored, one that is not, and a call.
    for (const path of ['/about', '/contacts?estimate=1&kind=web', '/api/news'])
      for (const accepted of ['br;q=0', 'br;q =0', 'br ; q= 0.0, gzip', 'gzip, br;q=0', 'br;Q=0', 'BR\t;q=0.000'])
        assert.notEqual(
          (await get(path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding'),
          'br',
          `${path} ${accepted}`,
        );
  });

  it('for a file that refuses brotli by its weight gets the file as it is', async (t) => {
    const clientDir = await temporaryFolder(t);
    await mkdir(join(clientDir, 'assets'));
    await writeFile(join(clientDir, 'assets/a.js'), 'plain();');
    await writeFile(join(clientDir, 'assets/a.js.br'), brotliCompressSync('plain();'));
    const { get } = await serve(t, { clientDir });
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['br;q=0.5', 'br'],
      ['br;q=0', null],
      ['gzip, br ;Q=0.00', null],
    ] as const) {
      const answer = await get('/assets/a.js', { headers: { 'accept-encoding': accepted } });
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
      assert.equal(await answer.text(), 'plain();');
    }
  });

  it('from a page that hides its origin is let in by Sec-Fetch-Site alone', async (t) => {
    const { get } = await serve(t);
    const post = (site: string) => {
      const { headers, ...rest } = comment(`From ${site}`);
      return get('/api/news/1/comments', { ...rest, headers: { ...headers, origin: 'null', 'sec-fetch-site': site } });
    };
    assert.equal((await post('same-origin')).status, 201);
    assert.equal((await post('cross-site')).status, 403);
    assert.equal((await post('none')).status, 403);
  });

  for (const [path, body] of [
    ['/api/news/1/comments', { author: { toString: 1 }, content: 'x' }],
    ['/api/trial/start', { machine_id: { toString: 1 }, email: 'a@b.ua' }],
    ['/api/monopay/invoice/create', { machine_id: 'A', email: { toString: 1 }, plan: 'yearly', language: 'en' }],
    ['/api/contact', { firstName: { toString: 1 } }],
    ['/vitals', { route: { toString: 1 } }],
    ['/reports/errors', { kind: { toString: 1 } }],
  ] as const) {
    it(`with a value that cannot be printed is a 400: ${path}`, async (t) => {
      const { get, logged } = await serve(t);
      const headers = { 'content-type': path.startsWith('/api') ? 'application/json' : 'text/plain' };
      assert.equal((await get(path, { method: 'POST', headers, body: JSON.stringify(body) })).status, 400);
      assert.ok(!logged.some(({ level }) => Number(level) >= 50));
    });
  }

  for (const path of [
    '/api/news/..',
    '/api/news/%2e%2e/comments',
    '/api/news/%2e/comments',
    '/news/..%2f..',
    '/news/%2e%2e',
  ]) {
    it(`whose slug or id is no name never reaches the backend: ${path}`, async (t) => {
      const site = await serve(t);
      await speak(site.origin, rawGet(path));
      for (const asked of site.backend.asked.keys()) assert.match(asked, /^\/api\/news(\/featured|\/categories)?$/);
    });
  }

  it('whose id is no name posts nothing to the backend', async (t) => {
    const site = await serve(t);
    for (const id of ['..', '%2e%2e', '%2e', '..%2fcontact'])
      await speak(site.origin, rawPost(`/api/news/${id}/comments`, '{"author":"Olha","content":"Thank you"}'));
    assert.deepEqual(site.backend.sent, []);
  });

  it('for another spelling of an address is moved for a day, not asked about again', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/ABOUT/')).headers.get('cache-control'), 'public, max-age=86400');
  });

  it('for a part of a file that is not compressed ahead gets it as it is', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/static/icons.svg', { headers: { range: 'bytes=0-99', 'accept-encoding': 'deflate' } });
    assert.equal(answer.status, 206);
    assert.equal(answer.headers.get('content-encoding'), null);
    assert.equal(answer.headers.get('content-length'), '100');
  });
});

describe('an error in a visitor’s browser', () => {
  const report = { kind: 'uncaught', route: 'home', name: 'TypeError', at: '/assets/start-ABC.js:1:200' };
  const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

  it('is counted by kind and page, and logged once', async (t) => {
    const { get, metrics, logged } = await serve(t);
    for (let count = 0; count < 3; count += 1) assert.equal((await get('/reports/errors', post(report))).status, 204);
    assert.match(await metrics.print(), /site_browser_errors_total\{kind="uncaught",route="home"\} 3/);
    assert.equal(logged.filter((line) => 'browserError' in line).length, 1);
  });

  it('is refused where it says more than it may', async (t) => {
    const { get } = await serve(t);
    for (const odd of [
      { ...report, message: 'typed by a visitor' },
      { ...report, route: 'made-up' },
      { ...report, name: 'olha@example.org' },
      { ...report, at: 'https://elsewhere.example/?email=olha@example.org' },
    ])
      assert.equal((await get('/reports/errors', post(odd))).status, 400, JSON.stringify(odd));
  });
});
