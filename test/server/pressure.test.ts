import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../support/fake-backend.ts';
import { speak } from '../support/raw.ts';
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
