import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TextStore } from '#server/lib/texts.ts';
import { articles, fakeBackend } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';

describe('with a backend that is down', () => {
  it('shows the built-in news, the first three of them featured, and their categories', async (t) => {
    const backend = await fakeBackend(t);
    await backend.close();
    const { get } = await serve(t, { backend });
    const answer = await get('/news');
    const html = await answer.text();
    assert.equal(answer.status, 200);
    for (const { headline } of articles.slice(0, 3)) assert.ok(html.includes(headline), headline);
    assert.match(html, /Technology.{0,60}tab-list__count">3</);
    assert.doesNotMatch(html, /General.{0,60}tab-list__count/);
  });

  it('shows a built-in article with no comments, and 503 for an unknown article', async (t) => {
    const backend = await fakeBackend(t);
    await backend.close();
    const { get, html } = await serve(t, { backend });
    assert.match(await html('/news/smart-protective-equipment'), /No comments yet/);
    const unknown = await get('/news/something-else');
    assert.equal(unknown.status, 503);
    assert.equal(unknown.headers.get('retry-after'), '30');
    assert.match(await unknown.text(), /Article not found/);
  });

  it('says to calls, as Markdown and for pictures when to ask again', async (t) => {
    const backend = await fakeBackend(t);
    await backend.close();
    const { get } = await serve(t, { backend });
    for (const path of ['/api/news/none', '/news/none.md', '/media/none.png', '/og/news/none-en.png']) {
      const { status, headers } = await get(path);
      assert.deepEqual([path, status, headers.get('retry-after')], [path, 503, '30']);
    }
    assert.deepEqual(await (await get('/api/news/none')).json(), { error: 'unavailable' });
  });

  it('lets feeds with the built-in news be cached for a shorter time', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    const { get: getBuiltIn } = await serve(t, { backendOrigin: 'http://127.0.0.1:9' });
    for (const path of ['/feed/en.xml', '/sitemap.xml', '/llms.txt']) {
      assert.equal((await get(path)).headers.get('cache-control'), 'public, max-age=900', path);
      assert.equal((await getBuiltIn(path)).headers.get('cache-control'), 'public, max-age=60', path);
    }
  });

  it('logs that', async (t) => {
    const backend = await fakeBackend(t);
    await backend.close();
    const { html, logged } = await serve(t, { backend });
    await html('/news');
    assert.ok(logged.some(({ msg }) => /backend gave no usable answer/.test(String(msg))));
  });

  for (const [title, body] of [
    ['no list', { news: [] }],
    ['HTML', '<!doctype html><p>Sorry'],
    ['items of another shape', [{ nope: 1 }]],
  ] as const) {
    it(`falls back when the news is ${title}`, async (t) => {
      const backend = await fakeBackend(t);
      backend.respondWith((_request, response) => {
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
      const { get } = await serve(t, { backend });
      const answer = await get('/news');
      assert.equal(answer.status, 200);
      assert.ok((await answer.text()).includes(articles[0]?.headline ?? 'missing'));
    });
  }

  it('shows an empty list where the backend has none', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((_request, response) => {
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const { html } = await serve(t, { backend });
    assert.match(await html('/news'), /No news here yet/);
  });
});

describe('a fault of our own', () => {
  it('has the styled page with status 500 and the id of the request, and one line in the log', async (t) => {
    const breakTexts = (texts: TextStore): TextStore => ({
      ...texts,
      area(language, name) {
        if (name === 'careers') throw new Error('a fault of our own');
        return texts.area(language, name);
      },
    });
    const { get, logged } = await serve(t, { breakTexts });
    const answer = await get('/careers');
    const html = await answer.text();
    assert.equal(answer.status, 500);
    assert.match(html, /An error on our side/);
    assert.ok(html.includes(answer.headers.get('x-request-id') ?? 'missing'));
    assert.doesNotMatch(html, /a fault of our own|at file:|node_modules/);
    assert.equal(logged.filter(({ level }) => level === 50).length, 1);
  });
});
