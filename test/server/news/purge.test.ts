import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change, ChangeChannel } from '#server/news/changes.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const slug = 'smart-protective-equipment';
/** Another article, which leads to the first one. */
const other = `/news/${articles[1]?.slug}`;
const token = 'a-token-for-tests';
const purge = (body: unknown, given = token) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${given}` },
  body: JSON.stringify(body),
});

/** A backend whose article can be edited and removed. */
async function editableBackend(t: Parameters<typeof serve>[0]) {
  const backend = await fakeBackend(t);
  const state = { headline: 'The first headline', removed: false };
  const item = () => ({
    ...articles[0],
    headline: state.headline,
    image: '/uploads/lead.svg',
    content: '<p>Two pictures: <img src="/uploads/inside.svg" alt=""><img src="/uploads/shared.svg" alt=""></p>',
  });
  const others = articles.slice(1).map((other) => ({ ...other, image: '/uploads/shared.svg' }));
  backend.respondWith((request, response, body) => {
    const list = state.removed ? others : [item(), ...others];
    if (request.url === `/api/news/${slug}`)
      sendJson(response, state.removed ? 404 : 200, state.removed ? { error: 'not found' } : item());
    else if (/^\/api\/news(\/featured|\?category=\w+)?$/.test(request.url ?? '')) sendJson(response, 200, list);
    else answerAsUsual(request, response, body);
  });
  return { backend, state };
}

/** Copies of the site in one process, which announce changes to each other like through Redis. */
function createChannels(count: number): ChangeChannel[] {
  const listeners = new Map<number, (change: Change) => void>();
  return Array.from({ length: count }, (_, own) => ({
    publish: (change) => listeners.forEach((listener, other) => other !== own && listener(change)),
    subscribe: (listener) => void listeners.set(own, listener),
  }));
}

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
    const addresses = [`/news/${slug}`, other].flatMap((path) => [path, `${path}.md`]);
    addresses.push('/feed/en.xml', '/news', '/news.md');
    for (const path of addresses) assert.match(await html(path), /The first headline/, path);
    state.headline = 'The second headline';
    await get('/purge', purge({ slugs: [slug] }));
    for (const path of addresses) assert.match(await html(path), /The second headline/, path);
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

const isHit = ({ headers }: Response) => headers.get('server-timing') === 'cache;desc=hit';

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
      const others = ['/', '/news', '/about', other];
      const visit = () => Promise.all(copies.flatMap(({ get }) => others.map((path) => get(path))));
      // A page that had to wait for the backend is streamed, and not stored.
      await until('all are stored', async () => (await visit()).every(isHit));
      const before = backend.requestCounts.get('/api/news');
      const posted = await copies[0]?.get(`/api/news/${id}/comments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ author: 'Olha', content: 'Thank you' }),
      });
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
    await copies[0]?.get('/api/news/1/comments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ author: 'Olha', content: 'The second comment' }),
    });
    for (const { html } of copies) assert.match(await html(`/news/${slug}`), /The second comment/);
  });
});

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
  const lists = ['/news', other, '/feed/en.xml', '/feed/en.json', '/sitemap.xml', '/llms.txt', '/api/news'];

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

  it('is announced once, also while lists still name it', async (t) => {
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
