import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const noCache = { config: { pageCacheBytes: 0 } };
const comment = (content: string) => json({ author: 'Olha', content });
const [article] = articles;

describe('words of the news API that are not slugs', () => {
  for (const slug of ['featured', 'categories']) {
    it(`such as ${slug} are a page that does not exist, in every form`, async (t) => {
      const { get, logged } = await serve(t);
      for (const path of [`/news/${slug}`, `/news/${slug}.md`, `/og/news/${slug}-en.png`])
        assert.equal((await get(path)).status, 404, path);
      const post = { method: 'POST', body: new URLSearchParams({ author: 'Olha', content: 'Hello' }) };
      assert.equal((await get(`/news/${slug}`, post)).status, 404);
      assert.ok(!logged.some(({ level }) => Number(level) >= 50));
    });
  }
});

describe('a made-up article, for which the backend requests a pause', () => {
  it('does not affect other pages', async (t) => {
    const backend = await fakeBackend(t);
    const site = await serve(t, { backend, config: { pageCacheBytes: 0 } });
    await site.html('/news');
    backend.respondWith((request, response, body) => {
      if (!request.url?.includes('made-up')) return answerAsUsual(request, response, body);
      response.writeHead(429, { 'retry-after': '60' }).end();
    });
    await site.get('/api/news/made-up');
    const before = backend.requestCounts.get('/api/news/smart-protective-equipment') ?? 0;
    assert.equal((await site.get('/api/news/smart-protective-equipment')).status, 200);
    assert.equal(backend.requestCounts.get('/api/news/smart-protective-equipment'), before + 1);
  });
});

describe('a post after which the backend requests a pause', () => {
  it('does not affect pages', async (t) => {
    const { get, backend } = await serve(t, noCache);
    backend.respondWith((request, response, body) => {
      if (request.method !== 'POST') return answerAsUsual(request, response, body);
      response.setHeader('retry-after', '3600');
      sendJson(response, 429, { error: 'slow down' });
    });
    assert.equal((await get('/api/news/1/comments', comment('Too soon'))).status, 429);
    assert.equal((await get(`/api/news/${article?.slug}`)).status, 200);
    assert.match(await (await get('/api/news/1/comments')).text(), /Oksana/);
  });
});

describe('comments of an article', () => {
  it('are shown to a visitor who was waiting for them while another was posted', async (t) => {
    const { get, backend } = await serve(t, noCache);
    const held: (() => void)[] = [];
    backend.respondWith((request, response, body) => {
      const answer = () => answerAsUsual(request, response, body);
      if (request.method === 'GET' && request.url?.endsWith('/comments')) held.push(answer);
      else answer();
    });
    const reading = get('/api/news/1/comments').then((answer) => answer.text());
    await until('the comments are asked for', () => held.length > 0);
    assert.equal((await get('/api/news/1/comments', comment('Meanwhile'))).status, 201);
    backend.respondWith(null);
    for (const answer of held) answer();
    assert.match(await reading, /Oksana/);
  });

  it('are read again after a post, and stay unchanged when that fails', async (t) => {
    const { get, backend, metrics } = await serve(t, noCache);
    await get('/api/news/1/comments');
    const before = backend.requestCounts.get('/api/news/1/comments') ?? 0;
    backend.respondWith((request, response, body) => {
      if (request.method === 'GET') sendJson(response, 500, {});
      else answerAsUsual(request, response, body);
    });
    assert.equal((await get('/api/news/1/comments', comment('New'))).status, 201);
    assert.match(await (await get('/api/news/1/comments')).text(), /Oksana/);
    assert.ok((backend.requestCounts.get('/api/news/1/comments') ?? 0) > before + 1);
    assert.match(await metrics.print(), /site_fallbacks_total\{kind="last-good"\} 1/);
  });
});

describe('content that replaces the backend’s answer', () => {
  it('is not stored by other caches', async (t) => {
    const { get, backend } = await serve(t);
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    for (const path of ['/news', '/news.md'])
      assert.equal((await get(path)).headers.get('cache-control'), 'private, no-cache', path);
  });

  it('disappears, also from the headers, when the backend answers again', async (t) => {
    const { get, backend } = await serve(t);
    // The first one may be streamed.
    await until('the page is stored', async () =>
      /s-maxage/.test((await get('/news')).headers.get('cache-control') ?? ''),
    );
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    const other = await serve(t, { backend });
    assert.equal((await other.get('/news')).headers.get('cache-control'), 'private, no-cache');
    backend.respondWith(null);
    await until('the page is stored again', async () =>
      /s-maxage/.test((await other.get('/news')).headers.get('cache-control') ?? ''),
    );
  });
});

describe('Ukrainian news', () => {
  it('has the typography of the site’s own texts: short words and dashes never end a line, code is unchanged', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url !== `/api/news/${article?.slug}`) return answerAsUsual(request, response, body);
      sendJson(response, 200, {
        ...article,
        headline_uk: 'Каска і сигнал',
        content_uk: '<p title="а б">Журнал — це пам’ять і <code>а і б</code> опора</p>',
      });
    });
    const { get } = await serve(t, { backend });
    const item = (await (await get(`/api/news/${article?.slug}`)).json()) as Record<string, string>;
    assert.equal(item['headline_uk'], 'Каска і\u00a0сигнал');
    assert.equal(item['content_uk'], '<p>Журнал\u00a0— це пам’ять і\u00a0<code>а і б</code> опора</p>');
  });
});
