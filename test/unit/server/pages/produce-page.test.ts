import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { missingPagePath } from '#shared/missing-page.ts';
import { pageAges } from '#server/pages/page-age.ts';
import { createPageCache, toCompletePage, type CompletePage } from '#server/pages/page-cache.ts';
import type { PreparedPage } from '#server/pages/prepare-page.ts';
import { createRenderComplete, createProduce, type PageTarget } from '#server/pages/produce-page.ts';

/** The result of opening the page. */
interface Outcome {
  status?: number;
  degraded?: boolean;
  complete?: boolean;
  error?: Error;
}

const prepared = ({ status = 200, degraded = false, complete = true }: Outcome): PreparedPage =>
  ({
    visit: { status, route: { name: 'about' } },
    api: { degraded },
    status,
    complete,
    startedAt: 100,
    openMs: 5,
  }) as never;

const keyOf = (path: string) => `${path}\n\nen`;
const targetOf = (path: string): PageTarget => ({
  key: keyOf(path),
  address: new URL(path, 'http://site'),
  language: 'en',
});

/** A producer with a fake renderer, a cache and a fixed clock. */
function open(outcome: Outcome = {}) {
  const cache = createPageCache(1_000_000);
  const clock = { now: 1_000_000 };
  const seen = { options: [] as unknown[], prints: 0, logged: 0 };
  const log = pino({ level: 'silent' });
  log.error = () => (seen.logged += 1) as never;
  const produce = createProduce({
    renderer: {
      prepare: (_address: URL, _language: string, options: unknown) => {
        seen.options.push(options);
        return outcome.error ? Promise.reject(outcome.error) : Promise.resolve(prepared(outcome));
      },
    } as never,
    cache,
    log,
    ages: pageAges,
    now: () => clock.now,
    renderComplete: ({ status, api }) => {
      seen.prints += 1;
      return Promise.resolve(toCompletePage({ status, html: Buffer.from('new'), degraded: api.degraded }, clock.now));
    },
  });
  /** Stores a page of this age. */
  const store = (path: string, age: number, page: Partial<CompletePage> = {}) => {
    const stored = { ...toCompletePage({ status: 200, html: Buffer.from('old') }, clock.now - age), ...page };
    cache.write(keyOf(path), stored);
    return stored;
  };
  return { produce, cache, clock, seen, store, flight: { outdated: false } };
}

describe('printing a page', () => {
  it('measures its data and its render, and counts it', async (t) => {
    t.mock.method(performance, 'now', () => 142);
    const counted: unknown[] = [];
    const renderComplete = createRenderComplete({
      renderer: { print: () => Promise.resolve({ html: Buffer.from('page'), styleSource: 'hash' }) } as never,
      metrics: { render: (...values: unknown[]) => void counted.push(values) },
      now: () => 7,
    });
    const page = await renderComplete(prepared({ degraded: true }));
    assert.deepEqual(counted, [['about', 'complete', 42]]);
    assert.equal(page.timing, 'data;dur=5.0, render;dur=37.0');
    assert.deepEqual([page.status, page.degraded, page.storedAt, page.styleSource], [200, true, 7, 'hash']);
  });

  it('counts a failure, and rejects with it', async (t) => {
    t.mock.method(performance, 'now', () => 142);
    const counted: unknown[] = [];
    const renderComplete = createRenderComplete({
      renderer: { print: () => Promise.reject(new Error('broken')) } as never,
      metrics: { render: (...values: unknown[]) => void counted.push(values) },
      now: () => 7,
    });
    await assert.rejects(renderComplete(prepared({})), /broken/);
    assert.deepEqual(counted, [['about', 'failed', 42]]);
  });
});

describe('producing a page', () => {
  it('waits for the backend up to the timeout, and stores a complete page', async () => {
    const { produce, cache, seen, flight } = open();
    const opened = await produce(targetOf('/about'), flight, 8000);
    assert.deepEqual(seen.options, [{ timeoutMs: 8000 }]);
    assert.ok(opened.kind === 'complete' && opened.from === 'miss');
    assert.equal(cache.read(keyOf('/about')), opened.page);
  });

  it('returns an incomplete page, to be streamed', async () => {
    const { produce, cache, seen, flight } = open({ complete: false });
    assert.equal((await produce(targetOf('/news'), flight)).kind, 'streamed');
    assert.equal(cache.read(keyOf('/news')), undefined);
    assert.equal(seen.prints, 0);
  });

  it('stores neither another status nor a page that was purged meanwhile', async () => {
    const { produce, cache, flight } = open({ status: 503 });
    await produce(targetOf('/news/a'), flight);
    assert.equal(cache.read(keyOf('/news/a')), undefined);
    const other = open();
    await other.produce(targetOf('/about'), { outdated: true });
    assert.equal(other.cache.read(keyOf('/about')), undefined);
  });
});

describe('a page whose backend fails', () => {
  it('is the older one up to its greatest age', async () => {
    for (const [age, from] of [
      [pageAges.staleIfErrorMs, 'stale-if-error'],
      [pageAges.staleIfErrorMs + 1, 'miss'],
    ] as const) {
      const { produce, store, flight } = open({ degraded: true });
      store('/news', age);
      const opened = await produce(targetOf('/news'), flight);
      assert.equal(opened.kind === 'complete' && opened.from, from);
    }
  });

  it('is not an older one with fallback content', async () => {
    const { produce, store, flight } = open({ degraded: true });
    store('/news', 1000, { degraded: true });
    const opened = await produce(targetOf('/news'), flight);
    assert.equal(opened.kind === 'complete' && opened.from, 'miss');
  });

  it('loses its stored headers with the first failure, and has the time of the last', async () => {
    const { produce, clock, store, flight } = open({ degraded: true });
    const page = store('/news', 1000);
    page.headers.set('public', {});
    await produce(targetOf('/news'), flight);
    assert.equal(page.headers.size, 0);
    page.headers.set('private', {});
    clock.now += 5000;
    await produce(targetOf('/news'), flight);
    assert.equal(page.headers.size, 1);
    assert.equal(page.failedAt, clock.now);
  });

  it('is the older one when its render throws, which is logged; without one it rejects', async () => {
    const { produce, seen, store, flight } = open({ error: new Error('broken') });
    await assert.rejects(produce(targetOf('/about'), flight), /broken/);
    assert.equal(seen.logged, 0);
    store('/about', 1000);
    const opened = await produce(targetOf('/about'), flight);
    assert.equal(opened.kind === 'complete' && opened.from, 'stale-if-error');
    assert.equal(seen.logged, 1);
  });
});

describe('a page that is purged while its render fails', () => {
  it('is not shown again, and the failure does not mark the page that has replaced it', async () => {
    for (const outcome of [{ degraded: true }, { error: new Error('broken') }]) {
      const { produce, store, flight } = open(outcome);
      store('/news', 1000);
      const producing = produce(targetOf('/news'), flight);
      flight.outdated = true;
      const replacement = store('/news', 0);
      const opened = await producing.catch(() => null);
      assert.notEqual(opened?.kind === 'complete' && opened.from, 'stale-if-error');
      assert.equal(replacement.failedAt, undefined);
    }
  });
});

describe('a page that is missing', () => {
  const shared = (name: string) => `${missingPagePath}\n${name}\nen`;

  it('is rendered once while it is fresh, and again when it is not', async () => {
    const { produce, clock, seen, flight } = open({ status: 404 });
    const [first, second] = [await produce(targetOf('/a'), flight), await produce(targetOf('/b'), flight)];
    assert.deepEqual(
      [first, second].map((page) => page.kind === 'complete' && page.from),
      ['miss', 'miss'],
    );
    assert.equal(seen.prints, 1);
    clock.now += pageAges.freshMs;
    await produce(targetOf('/c'), flight);
    assert.equal(seen.prints, 2);
  });

  it('has an entry of its own, for a shorter time, while a silent backend cannot confirm it', async () => {
    const { produce, cache, clock, seen, flight } = open({ status: 404, degraded: true });
    await produce(targetOf('/news/a'), flight);
    await produce(targetOf('/news/b'), flight);
    assert.equal(seen.prints, 1);
    assert.equal(cache.read(shared('about')), undefined);
    clock.now += pageAges.degradedFreshMs;
    await produce(targetOf('/news/c'), flight);
    assert.equal(seen.prints, 2);
  });
});
