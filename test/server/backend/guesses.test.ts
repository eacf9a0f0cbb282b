import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { json, urlEncoded } from '../../support/posts.ts';
import { serve, type Served } from '../../support/serve.ts';

const countAsked = ({ backend }: Served) => [...backend.requestCounts.values()].reduce((sum, count) => sum + count, 0);

/** How many pages were rendered so far. */
async function countRenders({ metrics }: Served): Promise<number> {
  const lines = (await metrics.print()).matchAll(/^site_render_seconds_count\{.*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

const markdown = { headers: { accept: 'text/markdown' } };

/** Every address with which a client can make the site request a made-up name from the backend. */
const guesses: [what: string, path: string, init?: RequestInit][] = [
  ['an article', '/news/made-up'],
  ['an article with a page of comments', '/news/made-up?comments=2'],
  ['an article as Markdown', '/news/made-up.md'],
  ['an article that is asked for as Markdown', '/news/made-up', markdown],
  ['an article by call', '/api/news/made-up'],
  ['comments by call', '/api/news/made-up/comments'],
  ['a category by call', '/api/news?category=made-up'],
  ['a link preview', '/og/news/made-up-en.png'],
  ['an order by call', '/api/orders?id=made-up-order'],
  ['an order on its page', '/checkout?order=made-up-order'],
  ['a payment of the sandbox', '/sandbox/pay/made-up'],
];

describe('guessed names', () => {
  it('are limited together by address, and known ones are not', async (t) => {
    const site = await serve(t, { config: { rateLimit: 5 } });
    await site.html('/news');
    const first = await Promise.all(
      Array.from({ length: 90 }, async (_, number) => (await site.get(`/api/news/made-up-${number}`)).status),
    );
    assert.equal(first.filter((status) => status === 429).length, 30);
    for (const [what, path, init] of guesses) assert.equal((await site.get(path, init)).status, 429, what);
    const [article] = articles;
    const known = [`/news/${article?.slug}`, `/news/${article?.slug}.md`, '/api/news?category=Security', '/about'];
    for (const path of known) assert.equal((await site.get(path)).status, 200, path);
    for (const path of ['/api/news/Security', `/api/orders?id=${article?.slug}`])
      assert.equal((await site.get(path)).status, 429, `${path} is a known name of another kind`);
    for (const path of ['/api/orders?id=', '/api/orders']) assert.equal((await site.get(path)).status, 404, path);
  });

  for (const [what, count] of [
    ['after the limit of guesses', 60],
    ['beyond the limit of comments', 0],
  ] as const)
    it(`reject a form that is posted to an article that does not exist, ${what}`, async (t) => {
      const site = await serve(t, { config: { rateLimit: 5 } });
      for (let number = 0; number < count; number += 1) await site.get(`/api/news/made-up-${number}`);
      const body = new URLSearchParams({ author: 'Ann', content: 'Hello' });
      const statuses: number[] = [];
      for (let number = 0; number < 70; number += 1)
        statuses.push((await site.get('/news/made-up', { method: 'POST', body })).status);
      assert.deepEqual([...new Set(statuses)], count === 0 ? [404, 429] : [429]);
      assert.equal(statuses.at(-1), 429);
      assert.equal((await site.get('/about')).status, 200);
    });

  it('of categories are limited until the backend has named its categories', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url === '/api/news/categories') sendJson(response, 200, []);
      else answerAsUsual(request, response, body);
    });
    const site = await serve(t, { backend, config: { rateLimit: 5 } });
    for (const path of ['/news', '/news.md']) {
      const answers = Array.from({ length: 70 }, (_, number) => site.get(`${path}?category=made-up-${number}`));
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      assert.ok(statuses.includes(429), path);
    }
    assert.equal((await site.get('/news?category=Security')).status, 200);
  });

  it('are none in a list that is longer than a page, once the site is warm', async (t) => {
    const backend = await fakeBackend(t);
    const long = Array.from({ length: 90 }, (_, number) => ({
      ...articles[0],
      id: `${number}`,
      slug: `old-${number}`,
    }));
    backend.respondWith((request, response, body) => {
      const [, slug] = /^\/api\/news\/(old-\d+)$/.exec(request.url ?? '') ?? [];
      if (request.url === '/api/news') sendJson(response, 200, long);
      else if (slug)
        sendJson(
          response,
          200,
          long.find((item) => item.slug === slug),
        );
      else answerAsUsual(request, response, body);
    });
    const site = await serve(t, { backend, config: { rateLimit: 5, pageCacheBytes: 0 } });
    await site.app.warm();
    for (const { slug } of long) assert.equal((await site.get(`/api/news/${slug}`)).status, 200, slug);
  });

  it('are not counted for an order that the backend knows, however often its page requests it', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (!request.url?.startsWith('/api/orders/')) return answerAsUsual(request, response, body);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ state: 'processing', licence: null, expires: null }));
    });
    const { get } = await serve(t, { backend, config: { rateLimit: 5 } });
    const first = await get('/api/orders?id=order-that-exists');
    assert.equal(first.status, 200);
    for (let count = 0; count < 100; count += 1)
      assert.equal((await get('/api/orders?id=order-that-exists')).status, 200);
  });
});

describe('a decision about a payment of the sandbox', () => {
  it('does not close the posts of visitors when the backend fails for a made-up payment', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url?.startsWith('/sandbox/') && request.method === 'POST') request.socket.destroy();
      else answerAsUsual(request, response, body);
    });
    const { get } = await serve(t, { backend });
    for (let number = 0; number < 6; number += 1)
      await get(`/sandbox/pay/made-up-${number}`, urlEncoded({ decision: 'approve' }));
    const [article] = articles;
    const comment = json({ author: 'Olha', content: 'Thank you' });
    assert.equal((await get(`/api/news/${article?.id}/comments`, comment)).status, 201);
  });
});

describe('missing content', () => {
  const addresses: [what: string, path: (number: number) => string, init?: RequestInit][] = [
    ['a page', (number) => `/made-up-${number}`],
    ['an article', (number) => `/news/made-up-${number}`],
    ['an article with a page of comments', (number) => `/news/made-up-${number}?comments=${number}`],
    ['a page as Markdown', (number) => `/made-up-${number}.md`],
    ['a page that is asked for as Markdown', (number) => `/made-up-${number}`, markdown],
    ['an article as Markdown', (number) => `/news/made-up-${number}.md`],
    ['an article that is asked for as Markdown', (number) => `/news/made-up-${number}`, markdown],
  ];
  for (const [what, path, init] of addresses) {
    it(`is rendered once for every address of ${what}`, async (t) => {
      const site = await serve(t);
      const first = await site.get(path(0), init);
      assert.equal(first.status, 404);
      const text = await first.text();
      assert.doesNotMatch(text, /made-up-0/);
      const before = await countRenders(site);
      assert.ok(before > 0);
      for (let number = 1; number < 8; number += 1) {
        const answer = await site.get(path(number), init);
        assert.equal(answer.status, 404);
        assert.equal(await answer.text(), text);
      }
      assert.equal(await countRenders(site), before);
    });
  }

  it('that was just found missing is a stored page, until a purge', async (t) => {
    const site = await serve(t, { config: { rateLimit: 5, purgeToken: 'a-token-for-tests' } });
    assert.equal((await site.get('/news/made-up')).status, 404);
    const before = countAsked(site);
    for (let number = 0; number < 100; number += 1) {
      const { status, headers } = await site.get(`/news/made-up?comments=${number}`);
      assert.equal(status, 404);
      assert.match(headers.get('server-timing') ?? '', /cache;desc=hit/);
    }
    assert.equal(countAsked(site), before);
    await site.get('/purge', json({ slugs: ['made-up'] }, { authorization: 'Bearer a-token-for-tests' }));
    assert.equal((await site.get('/news/made-up')).status, 404);
    assert.equal(site.backend.requestCounts.get('/api/news/made-up'), 2);
  });

  it('is rendered once for all pages of a list while the backend fails', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    const site = await serve(t, { backend });
    assert.equal((await site.get('/news?page=2')).status, 503);
    const before = await countRenders(site);
    for (let number = 3; number < 12; number += 1) assert.equal((await site.get(`/news?page=${number}`)).status, 503);
    assert.ok((await countRenders(site)) <= before + 1, 'at most one more');
  });

  it('causes no call to the backend: pages of a made-up category', async (t) => {
    const site = await serve(t);
    await site.html('/news');
    await site.html('/news?category=made-up&page=2');
    const before = countAsked(site);
    const renders = await countRenders(site);
    for (let number = 0; number < 20; number += 1)
      assert.equal((await site.get(`/news?category=made-up-${number}&page=${number + 2}`)).status, 404);
    assert.equal(countAsked(site), before);
    assert.equal(await countRenders(site), renders);
  });
});

describe('too many pages as Markdown', () => {
  it('are refused with 503 and Retry-After', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), 300);
    });
    const { get, html } = await serve(t, { backend, config: { maxRenders: 2 } });
    await html('/news');
    const answers = await Promise.all(
      articles.slice(0, 3).flatMap(({ slug }) => [get(`/news/${slug}.md?lang=en`), get(`/news/${slug}.md?lang=ua`)]),
    );
    const refused = answers.filter(({ status }) => status === 503);
    assert.equal(refused.length, 2);
    for (const answer of refused) assert.equal(answer.headers.get('retry-after'), '2');
    assert.equal(answers.filter(({ status }) => status === 200).length, 4);
  });
});
