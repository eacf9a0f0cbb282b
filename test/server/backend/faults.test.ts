import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { contactFormData, goodMessage } from '../../support/contact.ts';
import { allFaults, breakableBackend, type Fault } from '../../support/faults.ts';
import { usedMemory } from '../../support/memory.ts';
import { json } from '../../support/posts.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

/**
 * The maximum time that a visitor waits for a page, also on a busy machine: one attempt of a broken backend gets 1.5 s.
 */
const inTimeMs = 10_000;
/** How long the backend's answers count as fresh, and how long the breaker stays open. */
const freshMs = 100;
const openMs = 500;
const article = '/news/smart-protective-equipment';

const comment = (content: string) => ({ author: 'Olha', content });

async function timed<T>(task: Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await task;
  return { answer, ms: performance.now() - started };
}

async function readPage(site: Served, path: string): Promise<{ status: number; html: string }> {
  const { answer, ms } = await timed(
    site.get(path).then(async (page) => ({ status: page.status, html: await page.text() })),
  );
  assert.ok(ms < inTimeMs, `${path} after ${Math.round(ms)} ms`);
  assert.match(answer.html, /<\/html>$/);
  return answer;
}

/** These fail every second request, or confirm a post with a body of another shape. */
const mayTakePosts: Fault[] = ['flaps', 'sends the wrong shape', 'promises fewer bytes than it has'];

/** A post is either refused with an error or accepted by the backend; a success without its result is a fault. */
async function assertSaysSo(answer: Response, path: string, fault: Fault): Promise<void> {
  const body = (await answer.json()) as { error?: unknown; pageUrl?: unknown; status?: unknown };
  if (answer.ok) {
    assert.ok(mayTakePosts.includes(fault), `${path} ${answer.status}`);
    if (path.endsWith('/invoice/create')) assert.match(String(body.pageUrl), /^https?:/, JSON.stringify(body));
    if (path === '/api/trial/start') assert.equal(typeof body.status, 'string', JSON.stringify(body));
    return;
  }
  assert.ok(
    typeof body.error === 'string' && body.error.length > 0,
    `${path} says what happened: ${JSON.stringify(body)}`,
  );
  if (fault === 'answers 429 with Retry-After') {
    assert.equal(answer.status, 429, path);
    assert.equal(answer.headers.get('retry-after'), '2', path);
  }
}

async function assertPostsSaySo(site: Served, fault: Fault): Promise<void> {
  const said = 'Worth keeping, every word of it';
  const calls: [path: string, init: RequestInit][] = [
    ['/api/news/1/comments', json(comment(said))],
    ['/api/contact', json({ ...goodMessage(), message: said })],
    ['/api/trial/start', json({ machine_id: 'A-1234-5678', email: 'olha@example.org' })],
    [
      '/api/monopay/invoice/create',
      json({ plan: 'yearly', machine_id: 'A-1234-5678', email: 'olha@example.org', language: 'en' }),
    ],
  ];
  for (const [path, init] of calls) {
    const { answer, ms } = await timed(site.get(path, init));
    assert.ok(ms < inTimeMs, `${path} after ${Math.round(ms)} ms`);
    await assertSaysSo(answer, path, fault);
  }
  const forms: [path: string, init: RequestInit][] = [
    [article, { method: 'POST', body: new URLSearchParams(comment(said)), redirect: 'manual' }],
    ['/contacts', { method: 'POST', body: contactFormData({ message: said }), redirect: 'manual' }],
  ];
  // A removed article accepts no comments.
  for (const [path, init] of fault === 'answers 404' ? forms.slice(1) : forms) {
    const { answer, ms } = await timed(site.get(path, init));
    const html = await answer.text();
    assert.ok(ms < inTimeMs, `${path} after ${Math.round(ms)} ms`);
    if (answer.status === 303 && mayTakePosts.includes(fault)) continue;
    assert.ok(answer.status >= 400, `${path} ${answer.status}`);
    assert.match(html, /role="alert"|aria-invalid="true"|class="[^"]*error/, `${path} says what happened`);
    assert.ok(html.includes(said), `${path} keeps the text`);
  }
}

const fallbacks = async (site: Served, kind: string) =>
  Number(new RegExp(`site_fallbacks_total\\{kind="${kind}"\\} (\\d+)`).exec(await site.metrics.print())?.[1] ?? 0);

describe('a backend that', { concurrency: 6 }, () => {
  for (const fault of allFaults) {
    it(`${fault}: pages show its last good content in time and announce that, posts get a clear error, and all recovers by itself`, async (t) => {
      const backend = await breakableBackend(t);
      const site = await serve(t, {
        backend,
        timeoutMs: 1500,
        openMs,
        answerAges: { freshMs },
        config: { pageCacheBytes: 0 },
      });
      backend.mark('before');
      assert.match((await readPage(site, '/news')).html, / before<\/a>/);
      assert.match((await readPage(site, article)).html, / before<\/h1>/);
      await wait(freshMs + 10);
      await backend.fail(fault);
      backend.mark('between');

      const news = await readPage(site, '/news');
      assert.equal(news.status, 200);
      if (fault !== 'flaps') assert.match(news.html, / before/, 'the last good news');
      // A 404 for one article means that it was removed, and is not a fault.
      const page = await readPage(site, article);
      if (fault === 'answers 404') assert.equal(page.status, 404);
      else assert.equal(page.status, 200);
      if (!['flaps', 'answers 404'].includes(fault)) {
        assert.match(page.html, / before<\/h1>/, 'the last good article');
        assert.ok(
          site.logged.some(({ msg }) => /last good answer/.test(String(msg))),
          'the log says so',
        );
        assert.ok((await fallbacks(site, 'last-good')) > 0, 'the metrics say so');
      }
      await assertPostsSaySo(site, fault);
      assert.ok(!site.logged.some(({ level }) => Number(level) >= 50), 'none of it is an error of this site');

      await backend.fail(null);
      backend.mark('after');
      await until('fresh news', async () => / after/.test(await site.html('/news')));
      await until('a fresh article', async () => / after<\/h1>/.test(await site.html(article)));
      assert.equal((await site.get('/api/news/1/comments', json(comment('Now it works')))).status, 201);
    });

    it(`${fault} from the start: pages show the built-in content in time and announce that`, async (t) => {
      const backend = await breakableBackend(t);
      backend.mark('between');
      await backend.fail(fault);
      const site = await serve(t, { backend, timeoutMs: 1500 });
      const news = await readPage(site, '/news');
      assert.equal(news.status, 200);
      assert.match(news.html, /The hard hat that calls for help/);
      const page = await readPage(site, article);
      assert.equal(page.status, fault === 'answers 404' ? 404 : 200);
      assert.equal((await readPage(site, '/')).status, 200);
      assert.equal((await readPage(site, '/about')).status, 200);
      if (fault === 'flaps') return;
      assert.ok(
        site.logged.some(({ msg }) => /built-in content/.test(String(msg))),
        'the log says so',
      );
      assert.ok((await fallbacks(site, 'built-in')) > 0, 'the metrics say so');
      assert.ok(!site.logged.some(({ level }) => Number(level) >= 50));
    });
  }

  it('is slow delays a visitor only for a moment, with the time limit of production', async (t) => {
    const backend = await breakableBackend(t);
    await backend.fail('answers 10 s late');
    const site = await serve(t, { backend });
    const started = performance.now();
    const page = await site.get(article);
    const reader = page.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes('</h1>')) html += (await reader.read()).value ?? '';
    assert.ok(performance.now() - started < inTimeMs, 'the article is there to read');
    for (let part = await reader.read(); !part.done; part = await reader.read()) html += part.value;
    assert.ok(performance.now() - started < inTimeMs + 4000, 'its comments are given up');
    assert.equal((await readPage(site, '/news')).status, 200);
  });

  it('redirects is never followed', async (t) => {
    const backend = await breakableBackend(t);
    await backend.fail('redirects in a loop');
    const site = await serve(t, { backend });
    await site.get('/api/news');
    await site.get('/api/news/1/comments', json(comment('once')));
    assert.deepEqual([...backend.requestCounts.values()], [1, 1]);
  });

  it('sends 50 MB is read no further than 5 MB', async (t) => {
    const backend = await breakableBackend(t);
    await backend.fail('sends 50 MB');
    const site = await serve(t, { backend });
    const before = usedMemory().rss;
    await Promise.all(Array.from({ length: 4 }, (_, position) => site.get(`/api/news/slug-${position}`)));
    assert.ok(usedMemory().rss - before < 150 * 1024 * 1024);
    assert.match(await site.metrics.print(), /outcome="unusable"\} 4/);
  });
});

describe('a dead backend', () => {
  it('responds to posts at once while its breaker is open', async (t) => {
    const backend = await breakableBackend(t);
    await backend.fail('accepts and hangs');
    const site = await serve(t, { backend, timeoutMs: 300 });
    for (let visit = 0; visit < 6; visit += 1) await site.get('/api/news');
    const asked = backend.count;
    const { status, headers } = await site.get('/api/news/1/comments', json(comment('quick')));
    assert.deepEqual([status, headers.get('retry-after')], [503, '30']);
    assert.equal(backend.count, asked, 'without asking it');
  });
});
