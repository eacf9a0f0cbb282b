import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const isPublic = (answer: Response) => /^public/.test(answer.headers.get('cache-control') ?? '');

describe('a page whose query', () => {
  for (const path of [
    '/contacts?topic=career',
    '/gitl?plan=yearly',
    '/news?category=Security',
    '/contacts?utm_source=x',
  ]) {
    it(`is known is stored for others: ${path}`, async (t) => {
      const { get } = await serve(t);
      // The first one may be streamed.
      await (await get(path)).text();
      assert.ok(isPublic(await get(path)));
      assert.match((await get(path)).headers.get('server-timing') ?? '', /cache;desc=hit/);
    });
  }

  for (const [page, values] of [
    ['/contacts?topic=', ['nonsense', '', 'constructor']],
    ['/gitl?plan=', ['nonsense', 'constructor']],
    ['/news?category=', ['nonsense', 'constructor']],
    ['/news?page=1&category=', ['nonsense', 'constructor']],
  ] as const) {
    it(`is made up shares one entry: ${page}`, async (t) => {
      const { get } = await serve(t);
      await (await get('/news')).text();
      // The first one may be streamed.
      for (const value of ['made-up-1', 'made-up-2']) await (await get(page + value)).text();
      for (const value of values) {
        const answer = await get(page + value);
        assert.equal(answer.status, 200);
        assert.match(answer.headers.get('server-timing') ?? '', /cache;desc=hit/, value);
        assert.doesNotMatch(await answer.text(), /made-up/);
      }
    });
  }

  it('is made up shares one entry as Markdown, too', async (t) => {
    const { get, backend } = await serve(t);
    await (await get('/news')).text();
    const first = await (await get('/news.md?category=made-up-1')).text();
    const countAsked = () => [...backend.requestCounts.values()].reduce((sum, count) => sum + count, 0);
    // Markdown that is made again reads its news again when the answers of the backend are no longer fresh.
    const realNow = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => realNow() + 6000);
    await get('/api/news/categories');
    const before = countAsked();
    for (let number = 2; number < 6; number += 1)
      assert.equal(await (await get(`/news.md?category=made-up-${number}`)).text(), first);
    assert.equal(countAsked(), before);
  });

  it('contains an unknown category is not stored until the backend has named its categories', async (t) => {
    const { get } = await serve(t);
    assert.ok(!isPublic(await get('/news?category=Rigging')));
  });

  it('contains a category of the backend is stored', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url === '/api/news/categories') sendJson(response, 200, [{ name: 'Rigging', count: 2 }]);
      else answerAsUsual(request, response, body);
    });
    const { get } = await serve(t, { backend });
    for (const path of ['/news', '/news?category=Rigging']) await (await get(path)).text();
    assert.ok(isPublic(await get('/news?category=Rigging')));
  });
});

describe('a category that is new', () => {
  it('is shown to its first visitor, also by a copy that has read the categories before', async (t) => {
    const backend = await fakeBackend(t);
    const { get, html } = await serve(t, { backend, answerAges: { freshMs: 50 } });
    await html('/news');
    const article = { ...articles[0], id: '99', slug: 'about-rigging', category: 'Rigging' };
    backend.respondWith((request, response, body) => {
      if (request.url === '/api/news/categories') sendJson(response, 200, [{ name: 'Rigging', count: 1 }]);
      else if (request.url === '/api/news?category=Rigging') sendJson(response, 200, [article]);
      else answerAsUsual(request, response, body);
    });
    await wait(100);
    const answer = await get('/news?category=Rigging');
    assert.ok(!isPublic(answer), 'it is not known yet whether the category exists');
    assert.match(await answer.text(), /href="\/news\/about-rigging"/);
    assert.ok(isPublic(await get('/news?category=Rigging')));
  });
});

describe('the last good answers of the backend', () => {
  it('are not displaced by made-up addresses', async (t) => {
    const backend = await fakeBackend(t);
    const { get, html } = await serve(t, { backend, config: { pageCacheBytes: 0 } });
    await html('/news/smart-protective-equipment');
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(Array.from({ length: 40 }, (_, index) => get(`/api/news/made-up-${round}-${index}`)));
      await Promise.all(Array.from({ length: 10 }, (_, index) => get(`/api/news?category=made-up-${round}-${index}`)));
    }
    backend.respondWith((_request, response) => {
      response.writeHead(500).end();
    });
    assert.match(await html('/news/smart-protective-equipment'), /The cancel tone matters/);
  });

  it('include an article that did not exist before', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((_request, response) => sendJson(response, 404, {}));
    const { get } = await serve(t, { backend, answerAges: { freshMs: 100 } });
    const status = async () => (await get('/api/news/smart-protective-equipment')).status;
    assert.equal(await status(), 404);
    backend.respondWith(null);
    await until('it is there', async () => (await status()) === 200);
  });
});
