import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { contactFormData } from '../../support/contact.ts';
import { usedMemory } from '../../support/memory.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const message = (text: string) => ({
  firstName: 'Ann',
  lastName: 'Bee',
  email: 'ann@example.org',
  message: text,
  privacyTerms: true,
  honeypot: '',
  timestamp: 1,
});

const jsonPost = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });

describe('a large body of small parts', () => {
  const bodies: [name: string, body: string][] = [
    ['numbers', `[${'0,'.repeat(3_000_000)}0]`],
    ['lists within lists', '['.repeat(6_000_000)],
    ['unknown fields', `{${Array.from({ length: 400_000 }, (_, number) => `"k${number}":0`).join(',')}}`],
    ['texts', `[${'"",'.repeat(2_000_000)}""]`],
    ['escaped quotes', `{"message":"${'\\"'.repeat(3_000_000)}"}`],
    ['unclosed escapes', `{"message":"${'\\\\'.repeat(3_000_000)}`],
  ];
  for (const [name, body] of bodies) {
    it(`of ${name} is refused with a short response, without delaying others`, async (t) => {
      const { get } = await serve(t);
      await get('/healthz');
      const delays: number[] = [];
      let answered = false;
      const refused = get('/api/contact', jsonPost(body)).finally(() => {
        answered = true;
      });
      while (!answered) {
        const asked = performance.now();
        await get('/healthz');
        delays.push(performance.now() - asked);
      }
      const answer = await refused;
      assert.equal(answer.status, 400);
      assert.ok((await answer.text()).length < 200);
      assert.ok(Math.max(...delays) < 2000, `somebody else waited ${Math.max(...delays)} ms`);
    });
  }

  it('of a contract gets one error, not one for each part', async (t) => {
    const { get } = await serve(t);
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, number) => [`k${number}`, {}]));
    const answer = await get(
      '/api/news/1/comments',
      jsonPost(JSON.stringify({ list: Array(2000).fill(0), ...fields })),
    );
    assert.equal(answer.status, 400);
    assert.deepEqual(((await answer.json()) as { errors: unknown }).errors, { body: 'invalid' });
  });
});

describe('an address with an additional slash', () => {
  it('has the limits of the address without it', async (t) => {
    const { get } = await serve(t, { config: { rateLimit: 3 } });
    const statuses: number[] = [];
    for (let number = 0; number < 5; number += 1)
      statuses.push((await get('/api/contact//', jsonPost(JSON.stringify(message(`Hello, hello ${number}`))))).status);
    assert.deepEqual(statuses.slice(3), [429, 429]);
    assert.equal((await get('/api//contact', { method: 'PUT' })).status, 405);
  });
});

describe('an unwanted body', () => {
  for (const head of [
    'POST /contacts HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 10000000000',
    'GET /contacts HTTP/1.1\r\nContent-Length: 60000',
    'PUT /api/contact HTTP/1.1\r\nContent-Length: 60000',
    'POST /api/contact HTTP/1.1\r\nOrigin: https://evil.example\r\nContent-Length: 9000000',
  ]) {
    it(`is not read to its end: ${head.split('\r\n')[0]}`, async (t) => {
      const { origin } = await serve(t);
      const { port } = new URL(origin);
      const socket = connect(Number(port), '127.0.0.1');
      t.after(() => socket.destroy());
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
      });
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(`${head}\r\nHost: localhost\r\n\r\n`);
      const sender = setInterval(() => socket.write('x'.repeat(100)), 20);
      t.after(() => clearInterval(sender));
      const cut = await Promise.race([closed.then(() => true), wait(15_000, false)]);
      assert.ok(cut, 'the connection is cut');
    });
  }
});

describe('made-up addresses', () => {
  it('that cause failures of the backend block nothing for other visitors', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url?.includes('zz')) response.writeHead(500).end();
      else answerAsUsual(request, response, body);
    });
    const { get } = await serve(t, { backend });
    for (let number = 0; number < 8; number += 1) await get(`/api/news/zz${number}/comments`);
    assert.equal(((await (await get('/readyz')).json()) as { backend: string }).backend, 'closed');
    assert.equal((await get('/api/contact', jsonPost(JSON.stringify(message('Hello, hello'))))).status, 200);
  });

  it('that the backend accepts do not displace real entries', async (t) => {
    const backend = await fakeBackend(t);
    const [article] = articles;
    assert.ok(article);
    const everything = [{ ...article, content: '<p>long</p>'.repeat(100_000) }];
    backend.respondWith((request, response, body) => {
      if (request.url?.includes('category=zz')) sendJson(response, 200, everything);
      else answerAsUsual(request, response, body);
    });
    const { get } = await serve(t, { backend, config: { pageCacheBytes: 0 } });
    assert.equal((await get(`/news/${article.slug}`)).status, 200);
    const before = usedMemory().heapUsed;
    for (let number = 0; number < 60; number += 1) await get(`/api/news?category=zz${number}`);
    const grown = usedMemory().heapUsed - before;
    assert.ok(grown < 60 * 1024 * 1024, `${Math.round(grown / 1024 / 1024)} MB are kept`);
    backend.respondWith((_request, response) => {
      response.writeHead(500).end();
    });
    assert.equal((await get(`/news/${article.slug}`)).status, 200);
  });
});

describe('a backend that is replaced by another server', () => {
  it('and responds 404 with another page removes no article', async (t) => {
    const backend = await fakeBackend(t);
    const realNow = performance.now.bind(performance);
    let later = 0;
    t.mock.method(performance, 'now', () => realNow() + later);
    const { get } = await serve(t, { backend, config: { pageCacheBytes: 0 } });
    const path = `/news/${articles[0]?.slug}`;
    assert.equal((await get(path)).status, 200);
    for (const answer of ['<h1>404</h1>', 'null']) {
      backend.respondWith((_request, response) => {
        response.writeHead(answer === 'null' ? 200 : 404, { 'content-type': 'text/html' }).end(answer);
      });
      // A fetched response is fresh for 5 s.
      later += 6000;
      assert.equal((await get(path)).status, 200, answer);
    }
  });

  it('and sends too much text: that text is not shown', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    const activation = { machine_id: 'AB-12-CD-34', email: 'ann@example.org' };
    const posts = {
      '/api/contact': message('Hello, hello'),
      '/api/news/1/comments': { author: 'Ann', content: 'Hello' },
      '/api/trial/start': activation,
      '/api/monopay/invoice/create': { ...activation, plan: 'yearly', language: 'en' },
    };
    const forms: Record<string, URLSearchParams | FormData> = {
      [`/news/${articles[0]?.slug}`]: new URLSearchParams({ author: 'Ann', content: 'Hello' }),
      '/gitl': new URLSearchParams({ ...activation, plan: 'trial', language: 'en' }),
      '/contacts': contactFormData(),
    };
    await get(`/news/${articles[0]?.slug}`);
    const secret = 'no such table: orders_7d1f';
    for (const [status, error] of [
      [500, secret],
      [500, 'The data could not be stored: orders_7d1f'],
      [503, secret],
      [503, 'The data could not be stored: orders_7d1f'],
      [507, secret],
      [201, 'boom'],
      [999, secret],
    ] as const) {
      backend.respondWith((_request, response) => {
        sendJson(response, status, { error, message: error, stack: 'at secret.js', dsn: 'postgres://u:p@h' });
      });
      for (const [path, body] of Object.entries(posts)) {
        const answer = await get(path, jsonPost(JSON.stringify(body)));
        assert.doesNotMatch(await answer.text(), /orders_7d1f|secret\.js|postgres:/, `${path} ${status}`);
        assert.ok(answer.status < 600, path);
      }
      for (const [path, body] of Object.entries(forms)) {
        const answer = await get(path, { method: 'POST', body });
        assert.doesNotMatch(await answer.text(), /orders_7d1f|secret\.js|postgres:/, `${path} ${status}`);
      }
    }
  });

  it('is logged only by its path', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((_request, response) => {
      response.writeHead(500).end();
    });
    const { get, logged } = await serve(t, { backend });
    await (await get('/news?category=ann%40example.org')).text();
    await until('the line of the request', () => JSON.stringify(logged).includes('"path":"/news"'));
    assert.match(JSON.stringify(logged), /\/api\/news/, 'the failed call to the backend');
    assert.doesNotMatch(JSON.stringify(logged), /ann/);
  });
});
