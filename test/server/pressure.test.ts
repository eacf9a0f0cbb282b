import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { contactFormData, multipart, partHead, pdf } from '../support/contact.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../support/fake-backend.ts';
import { form } from '../support/posts.ts';
import { serve } from '../support/serve.ts';
import { until } from '../support/until.ts';

const comment = (content: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ author: 'Olha', content }),
});

describe('many requests on one connection', () => {
  for (const [path, status] of [
    ['/made-up-path', '404'],
    // Eight of them are more than the system takes from the site while nobody reads.
    ['/static/video/gitl.mp4', '200'],
  ] as const)
    it(`are answered up to eight at once, and while nobody reads the answers other visitors get theirs: ${path}`, async (t) => {
      const site = await serve(t);
      const { hostname, port } = new URL(site.origin);
      const socket = connect(Number(port), hostname);
      t.after(() => socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`.repeat(4000));
      // The first bytes have come; without a reader they stay where they are.
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
    const site = await serve(t, { backend, timeoutMs: 60_000, waitMs: 500 });
    const abort = new AbortController();
    t.after(() => abort.abort());
    const statuses: number[] = [];
    for (let index = 0; index < 120; index += 1)
      site.get(`/media/${index}.png`, { signal: abort.signal }).then(
        ({ status }) => statuses.push(status),
        () => undefined,
      );
    await until('the pictures hang', () => hanging >= 16);
    assert.equal((await site.get('/api/news/1/comments', comment('Thank you'))).status, 201);
    assert.equal((await site.get('/news/smart-protective-equipment')).status, 200);
    // More than can wait are refused at once, or when their wait is over.
    await until('all others are refused', () => statuses.length === 120 - 16);
    assert.ok(statuses.every((status) => status === 503));
  });
});

describe('articles that somebody makes up', () => {
  it('open no breaker and keep no post waiting, however slow the backend is about them', async (t) => {
    const backend = await fakeBackend(t);
    backend.misbehave((request, response, body) => {
      if (request.url?.startsWith('/api/news/made-up')) return;
      answerAsUsual(request, response, body);
    });
    const site = await serve(t, { backend, timeoutMs: 500, waitMs: 300 });
    await Promise.all(Array.from({ length: 300 }, (_, index) => site.get(`/api/news/made-up-${index}`)));
    const ready = (await (await site.get('/readyz')).json()) as { backend: string };
    assert.equal(ready.backend, 'closed');
    assert.equal((await site.get('/api/news/1/comments', comment('Thank you'))).status, 201);
  });

  it('are limited by address', async (t) => {
    const site = await serve(t, { config: { rateLimit: 5 } });
    const statuses = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => (await site.get(`/api/news/made-up-${index}`)).status),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 30);
    for (let count = 0; count < 5; count += 1)
      assert.equal((await site.get('/api/news/smart-protective-equipment')).status === 429, count === -1);
    assert.equal((await site.get('/news/made-up-once-more')).status, 429);
    assert.equal((await site.get('/about')).status, 200);
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
      // Where more was written after the end, the system drops the answer with the connection.
      assert.match(answer, /^(HTTP\/1\.1 413|$)/);
    });
});

describe('uploads that are held', () => {
  it('leave the next ones a 503 that asks to come back, and messages without a file as they were', async (t) => {
    const site = await serve(t);
    const { hostname, port } = new URL(site.origin);
    const answers: string[] = [];
    const head = `POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: ${multipart['content-type']}\r\n`;
    const part = `${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`;
    const held = Array.from({ length: 10 }, () => {
      const socket = connect(Number(port), hostname);
      t.after(() => socket.destroy());
      socket.on('error', () => undefined).once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')));
      socket.write(`${head}Content-Length: 9500000\r\n\r\n${part}`);
      socket.write(pdf(9_000_000));
      return socket;
    });
    const room = 64 * 1024 * 1024;
    await until('those that find no room are refused', () => answers.length === 10 - Math.floor(room / 9_000_000));
    for (const answer of answers) {
      assert.match(answer, /^HTTP\/1\.1 503 /);
      assert.match(answer, /\r\nretry-after: [1-9]/i);
    }
    assert.equal((await site.get('/api/contact', form(contactFormData()))).status, 200);
    for (const socket of held) socket.destroy();
    const upload = () => site.get('/api/contact', form(contactFormData({}, { content: pdf(9_000_000) })));
    await until('there is room again', async () => (await upload()).status === 200);
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
