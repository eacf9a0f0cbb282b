import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { matchesEtag } from '#server/http/etag.ts';
import { pageAges } from '#server/pages/page-age.ts';
import { answerAsUsual, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { mockSystemClock } from '../../support/system-clock.ts';
import { until } from '../../support/until.ts';

/** Lets the clocks of the site run ahead by `later` milliseconds. */
function moveClock(t: TestContext) {
  const clock = { later: 0 };
  for (const source of [Date, performance]) {
    const now = source.now.bind(source);
    t.mock.method(source, 'now', () => now() + clock.later);
  }
  return clock;
}

describe('pages that are not stored', () => {
  it('get 503 with Retry-After when too many are rendered at once', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), 300);
    });
    const { get } = await serve(t, { backend, config: { maxRenders: 2 } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/news/made-up-${index}`)));
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 10 && refused.length < 20, `${refused.length} refused`);
    for (const { status, headers } of answers) {
      assert.ok(status === 404 || status === 503, `${status}`);
      assert.equal(headers.get('retry-after'), status === 503 ? '2' : null);
    }
    assert.equal((await get('/gitl?id=AB-20')).status, 200);
  });
});

describe('a page that was never requested before', () => {
  it('is rendered once for parallel requests', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/news')));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(backend.requestCounts.get('/api/news'), 1);
    assert.equal(backend.requestCounts.get('/api/news/featured'), 1);
  });
});

describe('a stored page', () => {
  it('is renewed in time when the clock of the system is set back', async (t) => {
    const setBack = mockSystemClock(t);
    const { get } = await serve(t, { pageAges: { ...pageAges, freshMs: 20 } });
    await get('/about');
    setBack(3_600_000);
    await wait(30);
    assert.match((await get('/about')).headers.get('server-timing') ?? '', /desc=stale/);
  });

  it('is 304 for a client that has it, in a list and strong as well', async (t) => {
    const { get } = await serve(t);
    await get('/about');
    const etag = (await get('/about')).headers.get('etag') ?? '';
    for (const tag of [etag, etag.replace('W/', ''), `"old", ${etag}`, '*']) {
      const answer = await get('/about', { headers: { 'if-none-match': tag } });
      assert.equal(answer.status, 304, tag);
      assert.equal(answer.headers.get('etag'), etag);
      assert.match(answer.headers.get('vary') ?? '', /Accept-Language/);
      assert.equal(await answer.text(), '');
    }
    assert.equal((await get('/about', { headers: { 'if-none-match': 'W/"other"' } })).status, 200);
    assert.equal(matchesEtag(undefined, etag), false);
  });

  it('may be cached by a CDN and for the Back button, but not when it is a visitor’s own', async (t) => {
    const { get } = await serve(t);
    const shared = (await get('/gitl')).headers;
    assert.equal(shared.get('cache-control'), 'public, max-age=0, s-maxage=60, stale-while-revalidate=600');
    assert.equal((await get('/gitl?id=7F3A')).headers.get('cache-control'), 'private, no-cache');
    assert.equal((await get('/checkout?status=success')).headers.get('cache-control'), 'private, no-cache');
  });

  it('has its age in a header', async (t) => {
    const clock = moveClock(t);
    const { get } = await serve(t);
    assert.equal((await get('/about')).headers.get('age'), '0');
    clock.later = 42_000;
    assert.equal((await get('/about')).headers.get('age'), '42');
  });

  it('that is shown because the backend fails is private, and counted', async (t) => {
    const clock = moveClock(t);
    const { get, backend, metrics } = await serve(t);
    // The first one may be streamed.
    await until('the page is stored', async () =>
      /s-maxage/.test((await get('/news')).headers.get('cache-control') ?? ''),
    );
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    clock.later = 61_000;
    const isFailing = async () => /stale-if-error/.test((await get('/news')).headers.get('server-timing') ?? '');
    await until('its renewal has failed', isFailing);
    const answer = await get('/news');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
    assert.match(await metrics.print(), /site_stale_if_error_total [1-9]/);
  });

  it('is sent while the site closes, too, and ends the connection', async (t) => {
    const { app, get } = await serve(t);
    await (await get('/about')).text();
    app.isReady = false;
    const { status, headers } = await get('/about');
    assert.equal(status, 200);
    assert.equal(headers.get('connection'), 'close');
    assert.match(headers.get('server-timing') ?? '', /cache;desc=hit/);
  });

  it('has the same headers whether it is rendered or stored', async (t) => {
    const { get } = await serve(t);
    const headers = async (timing: RegExp) => {
      const found = Object.fromEntries((await get('/team')).headers);
      const { 'x-request-id': id, date, 'server-timing': timings, ...rest } = found;
      assert.ok(id && date);
      assert.match(timings ?? '', timing);
      return rest;
    };
    const prepared = await headers(/render;dur/);
    assert.deepEqual(await headers(/cache;desc=hit/), prepared);
  });

  it('of an article is removed by a comment, also when it was being rendered', async (t) => {
    const backend = await fakeBackend(t);
    const { get, html } = await serve(t, { backend });
    let hold: (() => void) | undefined;
    backend.respondWith((request, response, body) => {
      if (!request.url?.endsWith('/comments') || request.method !== 'GET')
        return answerAsUsual(request, response, body);
      hold = () => answerAsUsual(request, response, body);
    });
    const rendering = html('/news/smart-protective-equipment');
    await until('the comments are asked for', () => hold !== undefined);
    backend.respondWith(null);
    await get('/api/news/1/comments', json({ author: 'Olha', content: 'Thank you' }));
    hold?.();
    await rendering;
    const asked = backend.requestCounts.get('/api/news/1/comments') ?? 0;
    await html('/news/smart-protective-equipment');
    assert.ok((backend.requestCounts.get('/api/news/1/comments') ?? 0) > asked, 'the old page was not kept');
  });
});

describe('a page', () => {
  it('has no speculation rules: the client code prefetches, and each file would be fetched twice', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/')).headers.get('speculation-rules'), null);
  });
});
