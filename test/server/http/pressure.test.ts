import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { contactFormData, multipart, partHead } from '../../support/contact.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { form, json } from '../../support/posts.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const comment = (content: string) => json({ author: 'Olha', content });

describe('many requests on one connection', () => {
  for (const [what, head, status] of [
    ['a missing page', 'GET /made-up-path HTTP/1.1', '404'],
    // Eight of them are more than the system takes from the site while nobody reads.
    ['a film', 'GET /static/video/gitl.mp4 HTTP/1.1', '200'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nExpect: x', '417'],
  ] as const)
    it(`are handled up to eight at once, and a client that does not read delays no other visitor: ${what}`, async (t) => {
      const site = await serve(t);
      const { hostname, port } = new URL(site.origin);
      const socket = connect(Number(port), hostname);
      t.after(() => socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`${head}\r\nHost: site\r\n\r\n`.repeat(4000));
      // The first bytes have arrived; without a reader they stay in the buffers.
      await once(socket, 'readable');
      assert.equal((await site.get('/about')).status, 200);
      const ended = once(socket, 'close');
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      await ended;
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, found]) => found);
      assert.deepEqual(statuses, [...Array<string>(8).fill(status), '503']);
      assert.ok(site.logged.length < 100, 'few lines are logged');
    });
});

/** The header in which a trusted proxy names the address of the client. */
const fromClient = (client: number) => ({ 'x-forwarded-for': `192.0.2.${client}` });

describe('pictures that hang', () => {
  it('delay no post and no page', async (t) => {
    const backend = await fakeBackend(t);
    let hanging = 0;
    backend.respondWith((request, response, body) => {
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
    const site = await serve(t, { backend, timeoutMs: 60_000, waitMs: 500, config: { trustProxy: 1 } });
    const abort = new AbortController();
    t.after(() => abort.abort());
    const statuses: number[] = [];
    for (let index = 0; index < 120; index += 1)
      // Thirty clients; four pictures of each are requested, the maximum that is transferred to one client at once.
      site.get(`/media/${index}.png`, { signal: abort.signal, headers: fromClient(index % 30) }).then(
        ({ status }) => statuses.push(status),
        () => undefined,
      );
    await until('the pictures hang', () => hanging >= 16);
    assert.equal((await site.get('/api/news/1/comments', comment('Thank you'))).status, 201);
    assert.equal((await site.get('/news/smart-protective-equipment')).status, 200);
    // Calls beyond the queue are refused at once, and queued ones after their timeout.
    await until('all others are refused', () => statuses.length === 120 - 16);
    assert.ok(statuses.every((status) => status === 503));
  });
});

/** A backend with one article that is not built in; it never answers what `pattern` matches. */
async function holdingBackend(t: TestContext, pattern: RegExp) {
  const backend = await fakeBackend(t);
  let held = 0;
  const named = { ...articles[0], id: '7', slug: 'named', category: 'Named' };
  backend.respondWith((request, response, body) => {
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

describe('made-up orders', () => {
  it('delay no report of a payment', async (t) => {
    const { backend, held } = await holdingBackend(t, /^\/api\/orders\/made-up/);
    const site = await serve(t, { backend, config: { backendUrl: backend.origin } });
    hang(t, site, (index) => `/api/orders?id=made-up-${index}`);
    await until('the made-up orders hang', () => held() >= 8);
    assert.equal((await site.get('/api/monopay/webhook', report)).status, 200);
  });
});

describe('made-up articles', () => {
  it('open no breaker, however slow the backend is for them', async (t) => {
    const { backend } = await holdingBackend(t, /^\/api\/news\/made-up/);
    const site = await serve(t, { backend, timeoutMs: 500, waitMs: 300 });
    await Promise.all(Array.from({ length: 300 }, (_, index) => site.get(`/api/news/made-up-${index}`)));
    const ready = (await (await site.get('/readyz')).json()) as { backend: string };
    assert.equal(ready.backend, 'closed');
  });

  it('open no breaker by comments on them, and delay no other post', async (t) => {
    const { backend, held } = await holdingBackend(t, /^\/api\/news\/made-up/);
    const site = await serve(t, { backend, timeoutMs: 500, waitMs: 300 });
    const posts = Array.from({ length: 20 }, (_, index) =>
      site.get(`/api/news/made-up-${index}/comments`, comment('Thank you')),
    );
    await until('the made-up articles hang', () => held() >= 8);
    assert.equal((await site.get('/api/contact', form(contactFormData()))).status, 200);
    await Promise.all(posts);
    assert.equal((await site.get('/api/news/1/comments', comment('Thank you'))).status, 201);
  });

  it('delay no request for real ones', async (t) => {
    const { backend, held } = await holdingBackend(t, /^\/api\/news\/made-up/);
    const site = await serve(t, { backend, config: { backendUrl: backend.origin } });
    for (const list of ['/api/news', '/api/news/categories']) await site.get(list);
    hang(t, site, (index) => `/api/news/made-up-${index}`);
    await until('the made-up articles hang', () => held() >= 8);
    // A request that had to wait for one of them would get 503.
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
  const file = `${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`;
  for (const [type, start] of [
    ['application/json', ''],
    [multipart['content-type'], `${file.length.toString(16)}\r\n${file}\r\n`],
  ] as const)
    it(`is refused after some thousand of them: ${type}`, async (t) => {
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
      const head = `POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: ${type}\r\n`;
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${start}`);
      const chunks = '1\r\na\r\n'.repeat(2000);
      for (let round = 0; round < 50 && !closed && answer === ''; round += 1) {
        socket.write(chunks);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
      await until('its connection is cut', () => closed, 60_000);
      // If the client wrote more after the end, the system drops the response with the connection.
      assert.match(answer, /^(HTTP\/1\.1 413|$)/);
    });
});
