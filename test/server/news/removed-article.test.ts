import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChannels, editableBackend, otherPath, slug } from '../../support/editable-backend.ts';
import { sendJson, answerAsUsual } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const pageAges = {
  freshMs: 0,
  staleMs: 60_000,
  staleIfErrorMs: 60_000,
  degradedFreshMs: 0,
  degradedStaleMs: 0,
  retryMs: 0,
  renewalTimeoutMs: 2000,
};

describe('an article that was removed by its author', () => {
  const own = [
    `/news/${slug}`,
    `/news/${slug}.md`,
    `/og/news/${slug}-en.png`,
    '/media/-/uploads/lead.svg',
    '/media/-/uploads/inside.svg',
  ];
  const lists = [
    '/news',
    otherPath,
    '/data-engineering',
    '/feed/en.xml',
    '/feed/en.json',
    '/sitemap.xml',
    '/llms.txt',
    '/api/news',
  ];

  it('disappears everywhere and in every copy as soon as its page is renewed', async (t) => {
    const { backend, state } = await editableBackend(t);
    const copies = await Promise.all(
      createChannels(2).map((changes) => serve(t, { backend, pageAges, redis: { changes } })),
    );
    for (const { get, html } of copies) {
      for (const path of own) assert.equal((await get(path)).status, 200, path);
      for (const path of lists) assert.match(await html(path), new RegExp(slug), path);
    }
    state.removed = true;
    // The responses of the backend are cached for seconds, and show the change only after that.
    await until('the page is gone', async () => (await copies[0]?.get(own[0] ?? ''))?.status === 404, 15_000);
    for (const { get, html } of copies) {
      for (const path of own.toReversed()) assert.equal((await get(path)).status, 404, path);
      for (const path of lists) assert.doesNotMatch(await html(path), new RegExp(slug), path);
    }
  });

  for (const [what, first, config] of [
    ['the page while no pages are stored', `/news/${slug}`, { pageCacheBytes: 0 }],
    ['the page in the language that is not stored', `/news/${slug}?lang=ua`, {}],
    ['the Markdown', `/news/${slug}.md?lang=ua`, {}],
    ['the call of the client', `/api/news/${slug}`, {}],
  ] as const)
    it(`disappears everywhere with the first request that finds it missing: ${what}`, async (t) => {
      const { backend, state } = await editableBackend(t);
      const { get, html } = await serve(t, { backend, config, answerAges: { freshMs: 1 } });
      const stored = [...own, ...lists].filter((path) => path !== first);
      for (const path of stored) await html(path);
      state.removed = true;
      await until('the answers of the backend are old', async () => (await get(first)).status === 404);
      for (const path of own) assert.equal((await get(path)).status, 404, path);
      for (const path of lists) assert.doesNotMatch(await html(path), new RegExp(slug), path);
    });

  it('is published once, also while lists still name it', async (t) => {
    const { backend } = await editableBackend(t);
    const { get, html, metrics } = await serve(t, { backend, answerAges: { freshMs: 1 } });
    const path = `/news/${slug}`;
    await html(path);
    backend.respondWith((request, response, body) => {
      if (request.url === `/api${path}`) sendJson(response, 404, { error: 'not found' });
      else answerAsUsual(request, response, body);
    });
    await until('the page is gone', async () => (await get(`${path}?lang=ua`)).status === 404);
    for (let time = 0; time < 5; time += 1) {
      assert.match(await html('/api/news'), new RegExp(slug));
      assert.equal((await get(path)).status, 404);
    }
    const countPurges = async () => /site_purges_total\{[^}]*articles[^}]*\} (\d+)\n/.exec(await metrics.print())?.[1];
    assert.equal(await countPurges(), '1');
    backend.respondWith(null);
    await until('the article is there again', async () => (await get(path)).status === 200);
    backend.respondWith((_request, response) => sendJson(response, 404, { error: 'not found' }));
    await until('the page is gone again', async () => (await get(`/api${path}`)).status === 404);
    assert.equal(await countPurges(), '2');
  });

  it('does not affect the pictures of other articles, and has its own again when it is restored', async (t) => {
    const { backend, state } = await editableBackend(t);
    const { get } = await serve(t, { backend, pageAges, answerAges: { freshMs: 1 } });
    const pictures = ['lead', 'inside', 'shared'].map((name) => `/media/-/uploads/${name}.svg`);
    const statuses = () => Promise.all(pictures.map(async (path) => (await get(path)).status));
    await get('/api/news');
    await get(`/news/${slug}`);
    assert.deepEqual(await statuses(), [200, 200, 200]);
    state.removed = true;
    await until('the page is gone', async () => (await get(`/news/${slug}`)).status === 404);
    assert.deepEqual(await statuses(), [404, 404, 200]);
    state.removed = false;
    assert.equal((await get(`/news/${slug}`)).status, 200);
    assert.deepEqual(await statuses(), [200, 200, 200]);
  });
});
