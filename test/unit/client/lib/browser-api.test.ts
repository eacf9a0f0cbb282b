import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createBrowserApi, postJson } from '#client/lib/browser-api.ts';
import { postComment } from '#client/pages/news-article/post-comment.ts';
import { replaceProperty } from '../../../support/replace-property.ts';

/** Gives the page of the test a language. */
const openUkrainianPage = (t: TestContext) =>
  replaceProperty(t, globalThis, 'document', { value: { documentElement: { lang: 'uk' } } });

const comment = { author: 'Olha', content: 'Thank you' };

describe('a post', () => {
  it('has the idempotency key of its form, and none where the form has none', async (t) => {
    openUkrainianPage(t);
    const sent: [string, string | null][] = [];
    t.mock.method(globalThis, 'fetch', (path: string, { headers: given }: RequestInit) => {
      const headers = new Headers(given);
      assert.equal(headers.get('accept-language'), 'uk');
      sent.push([path, headers.get('idempotency-key')]);
      return Promise.resolve(Response.json({}));
    });
    await postComment('7', comment, { idempotencyKey: 'key-1' });
    await postJson('/api/trial/start', {}, { idempotencyKey: 'key-2' });
    await postJson('/api/trial/start', {});
    assert.deepEqual(sent, [
      ['/api/news/7/comments', 'key-1'],
      ['/api/trial/start', 'key-2'],
      ['/api/trial/start', null],
    ]);
  });
});

describe('the response of a proxy to a post', () => {
  const bodies = [
    '<h1>Bad Gateway</h1>',
    '[]',
    '[{"error":"no upstream"}]',
    '"no upstream"',
    'null',
    '{"error":{"code":502},"errors":{"email":["no upstream"]}}',
  ];
  for (const body of bodies)
    it(`has only a status: ${body}`, async (t) => {
      openUkrainianPage(t);
      t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(body, { status: 502 })));
      const { status, error, errors } = await postJson('/api/trial/start', {});
      assert.deepEqual([status, error, errors], [502, undefined, undefined]);
    });
});

describe('a request without a response', () => {
  /** Requests that end only when they are aborted, and the timers of all requests. */
  function losePackets(t: TestContext) {
    openUkrainianPage(t);
    const timeouts: AbortController[] = [];
    t.mock.method(AbortSignal, 'timeout', () => {
      const controller = new AbortController();
      timeouts.push(controller);
      return controller.signal;
    });
    t.mock.method(
      globalThis,
      'fetch',
      (_address: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          const fail = () => reject(new DOMException('aborted', 'AbortError'));
          if (signal.aborted) fail();
          signal.addEventListener('abort', fail);
        }),
    );
    return { expire: () => timeouts.forEach((timeout) => timeout.abort()) };
  }

  it('ends after a time', async (t) => {
    const { expire } = losePackets(t);
    const posted = postJson('/api/trial/start', {}, { idempotencyKey: '1', signal: new AbortController().signal });
    const order = createBrowserApi().order('order-1');
    expire();
    assert.deepEqual(await posted, { status: 0 });
    await assert.rejects(order);
  });

  it('ends at once when it is cancelled, before it begins or later', async (t) => {
    losePackets(t);
    const controller = new AbortController();
    const posted = postJson('/api/trial/start', {}, { signal: controller.signal });
    controller.abort();
    assert.equal((await posted).status, 0);
    assert.equal((await postJson('/api/trial/start', {}, { signal: controller.signal })).status, 0);
  });
});

describe('an order', () => {
  const answer = (t: TestContext, status: number) => {
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(Response.json({ error: 'notFound' }, { status })));
    return createBrowserApi().order('order-1');
  };

  it('that does not exist is null', async (t) => {
    assert.equal(await answer(t, 404), null);
  });

  it('whose state cannot be read rejects', async (t) => {
    await assert.rejects(answer(t, 503));
  });
});

describe('a read', () => {
  it('of news rejects when this site does not answer, and comments are an empty list', async (t) => {
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response('', { status: 502 })));
    const api = createBrowserApi();
    for (const read of [api.news(), api.featuredNews(), api.newsCategories()]) await assert.rejects(read);
    assert.deepEqual(await api.comments('7'), { items: [], total: 0 });
  });

  it('of an article that the server does not find, or not while the backend is down, is null', async (t) => {
    const unavailable = Response.json({ error: 'unavailable' }, { status: 503 });
    const answers = [new Response('', { status: 404 }), unavailable];
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(answers.shift()));
    const api = createBrowserApi();
    assert.equal(await api.newsItem('a-new-article'), null);
    assert.equal(await api.newsItem('a-new-article'), null);
  });

  it('of an article rejects when the failure does not say whether there is one', async (t) => {
    const ofLoadBalancer = new Response('<h1>503 Service Temporarily Unavailable</h1>', { status: 503 });
    const answers = [
      Promise.resolve(new Response('', { status: 502 })),
      Promise.resolve(ofLoadBalancer),
      Promise.reject(new TypeError('offline')),
    ];
    t.mock.method(globalThis, 'fetch', () => answers.shift());
    const api = createBrowserApi();
    await assert.rejects(api.newsItem('a-new-article'), /answered 502/);
    await assert.rejects(api.newsItem('a-new-article'), /answered 503/);
    await assert.rejects(api.newsItem('a-new-article'), TypeError);
  });

  it('that is aborted rejects', async (t) => {
    t.mock.method(
      globalThis,
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const attempt = new AbortController();
    const api = createBrowserApi(attempt.signal);
    const reads = [api.news(), api.newsItem('smart-protective-equipment')];
    attempt.abort();
    for (const read of reads) await assert.rejects(read, { name: 'AbortError' });
  });
});
