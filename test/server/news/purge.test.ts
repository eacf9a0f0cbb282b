import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChannels, editableBackend, otherPath, slug } from '../../support/editable-backend.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { publicPages } from '../../support/public-pages.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const token = 'a-token-for-tests';
const purge = (body: unknown, given = token) => json(body, { authorization: `Bearer ${given}` });

const isHit = ({ headers }: Response) => headers.get('server-timing') === 'cache;desc=hit';

describe('POST /purge', () => {
  it('does not exist without PURGE_TOKEN, and requires it as bearer', async (t) => {
    assert.equal((await (await serve(t)).get('/purge', purge({ all: true }))).status, 404);
    const { get } = await serve(t, { config: { purgeToken: token } });
    assert.equal((await get('/purge', purge({ all: true }, 'another-token'))).status, 401);
    assert.equal((await get('/purge', { method: 'POST' })).status, 415);
    for (const body of [{}, { slugs: [] }, { slugs: ['../../x'] }, { slugs: 'a' }, { all: 'yes' }])
      assert.equal((await get('/purge', purge(body))).status, 400, JSON.stringify(body));
    assert.equal((await get('/purge', purge({ all: true }))).status, 204);
  });

  it('shows an edited article at once: as a page, as Markdown, in the feed and beside other articles', async (t) => {
    const { backend, state } = await editableBackend(t);
    const { get, html } = await serve(t, { backend, config: { purgeToken: token } });
    const addresses = [
      '/feed/en.xml',
      ...[`/news/${slug}`, otherPath, '/news'].flatMap((path) => [path, `${path}.md`]),
    ];
    for (const path of addresses) assert.match(await html(path), /The first headline/, path);
    state.headline = 'The second headline';
    await get('/purge', purge({ slugs: [slug] }));
    for (const path of addresses) assert.match(await html(path), /The second headline/, path);
  });

  it('shows an edited article at once on every page of the site that names it', async (t) => {
    const { backend, state } = await editableBackend(t);
    const { get, html } = await serve(t, { backend, config: { purgeToken: token } });
    const pages = await Promise.all(publicPages.map(async (path) => ({ path, text: await html(path) })));
    const naming = pages.filter(({ text }) => text.includes('The first headline')).map(({ path }) => path);
    assert.ok(naming.includes('/data-engineering'), naming.join(', '));
    await until('the pages are stored', async () => (await Promise.all(naming.map((path) => get(path)))).every(isHit));
    for (const path of naming) await html(`${path}.md`);
    state.headline = 'The second headline';
    await get('/purge', purge({ slugs: [slug] }));
    for (const path of naming.flatMap((page) => [page, `${page}.md`]))
      assert.match(await html(path), /The second headline/, path);
  });

  it('does not store an article that was being made as Markdown', async (t) => {
    const backend = await fakeBackend(t);
    const { html, get } = await serve(t, { backend, config: { purgeToken: token } });
    const held: (() => void)[] = [];
    backend.respondWith((request, response, body) => {
      if (request.url !== `/api/news/${slug}`) return answerAsUsual(request, response, body);
      held.push(() => sendJson(response, 200, { ...articles[0], headline: 'The first headline' }));
    });
    const reading = html(`/news/${slug}.md`);
    await until('the article is asked for', () => held.length > 0);
    await get('/purge', purge({ slugs: [slug] }));
    backend.respondWith((request, response, body) => {
      if (request.url !== `/api/news/${slug}`) return answerAsUsual(request, response, body);
      sendJson(response, 200, { ...articles[0], headline: 'The second headline' });
    });
    for (const answer of held) answer();
    assert.match(await reading, /The first headline/);
    assert.match(await html(`/news/${slug}.md`), /The second headline/);
  });

  it('reaches every copy', async (t) => {
    const { backend, state } = await editableBackend(t);
    const copies = await Promise.all(
      createChannels(2).map((changes) => serve(t, { backend, config: { purgeToken: token }, redis: { changes } })),
    );
    for (const { html } of copies) assert.match(await html(`/news/${slug}`), /The first headline/);
    state.headline = 'The second headline';
    await copies[0]?.get('/purge', purge({ all: true }));
    for (const { html } of copies) assert.match(await html(`/news/${slug}`), /The second headline/);
  });

  it('is counted', async (t) => {
    const { get, metrics } = await serve(t, { config: { purgeToken: token } });
    await get('/purge', purge({ slugs: ['a'] }));
    assert.match(await metrics.print(), /site_purges_total\{scope="articles"\} 1/);
  });
});

describe('a comment', () => {
  for (const [whose, id] of [
    ['an article', '1'],
    ['an article that this copy has not heard of', '4711'],
  ]) {
    it(`on ${whose} purges only pages that show it`, async (t) => {
      const backend = await fakeBackend(t);
      const answerAges = { freshMs: 60_000 };
      const copies = await Promise.all(
        createChannels(2).map((changes) => serve(t, { backend, answerAges, redis: { changes } })),
      );
      const others = ['/', '/news', '/about', otherPath];
      const visit = () => Promise.all(copies.flatMap(({ get }) => others.map((path) => get(path))));
      // A page that had to wait for the backend is streamed, and not stored.
      await until('all are stored', async () => (await visit()).every(isHit));
      const before = backend.requestCounts.get('/api/news');
      const comment = json({ author: 'Olha', content: 'Thank you' });
      const posted = await copies[0]?.get(`/api/news/${id}/comments`, comment);
      assert.equal(posted?.status, 201);
      for (const answer of await visit()) assert.ok(isHit(answer), answer.url);
      await copies[0]?.get('/feed/en.xml');
      assert.equal(backend.requestCounts.get('/api/news'), before);
    });
  }

  it('is on the page of every copy as soon as it is posted', async (t) => {
    const backend = await fakeBackend(t);
    const comments = [{ id: '1', author: 'Oksana', content: 'The first comment', date: '2025-10-19T09:00:00Z' }];
    backend.respondWith((request, response, body) => {
      if (!request.url?.endsWith('/comments')) return answerAsUsual(request, response, body);
      if (request.method === 'POST') comments.push({ ...comments[0]!, id: '2', content: 'The second comment' });
      sendJson(response, request.method === 'POST' ? 201 : 200, request.method === 'POST' ? comments[1] : comments);
    });
    const copies = await Promise.all(createChannels(2).map((changes) => serve(t, { backend, redis: { changes } })));
    for (const { html } of copies) assert.match(await html(`/news/${slug}`), /The first comment/);
    await copies[0]?.get('/api/news/1/comments', json({ author: 'Olha', content: 'The second comment' }));
    for (const { html } of copies) assert.match(await html(`/news/${slug}`), /The second comment/);
  });
});
