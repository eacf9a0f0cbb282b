import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { pageAges } from '#server/pages/page-age.ts';
import { bodyOf, createPageCache } from '#server/pages/page-cache.ts';
import { createPageSource, type PageSource } from '#server/pages/page-source.ts';
import type { PreparedPage } from '#server/pages/prepare-page.ts';
import type { PageQuery } from '#server/pages/produce-page.ts';
import type { Renderer } from '#server/pages/render.tsx';
import { BusyError } from '#server/pages/render-limits.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The result of the next render. */
interface Outcome {
  html?: string;
  degraded?: boolean;
  missing?: boolean;
  complete?: boolean;
  error?: Error;
  /** The render waits for it. */
  until?: Promise<unknown>;
}

function queryOf(path: string): PageQuery {
  const choice = { language: 'en', fromAddress: false, changed: false } as const;
  return { key: `${path}\n\nen`, address: new URL(path, 'http://site'), choice };
}

/** A source of pages with a fake renderer and a clock that the test sets. */
function openSource({ maxRenders = 10 } = {}) {
  const clock = { now: 1_000_000 };
  const renders: string[] = [];
  const counts = { staleIfError: 0 };
  let outcome: Outcome = {};
  const renderer: Renderer = {
    async prepare(address) {
      renders.push(address.pathname);
      const { degraded = false, missing = false, complete = true, error, until, html } = outcome;
      await until;
      if (error) throw error;
      const visit = { status: missing ? 404 : 200, route: { name: 'page' }, html: html ?? 'page' };
      const prepared = { visit, api: { degraded }, status: visit.status, complete, startedAt: 0, openMs: 0 };
      return prepared as never;
    },
    print: ({ visit }: PreparedPage) =>
      Promise.resolve({ html: Buffer.from((visit as never as { html: string }).html) }),
    prepareFailure: () => Promise.reject(new Error('not used here')),
    stream: () => Promise.reject(new Error('not used here')),
  };
  const source = createPageSource({
    renderer,
    cache: createPageCache(1_000_000),
    metrics: { render: () => undefined, staleIfError: () => (counts.staleIfError += 1) },
    log: pino({ level: 'silent' }),
    maxRenders,
    isGuess: ({ pathname }) => pathname.startsWith('/made-up'),
    now: () => clock.now,
  });
  return {
    source,
    clock,
    renders,
    counts,
    next: (wanted: Outcome) => {
      outcome = wanted;
    },
  };
}

const htmlOf = (opened: Awaited<ReturnType<PageSource['produce']>>) =>
  opened.kind === 'ready' ? bodyOf(opened.page, 'identity').toString() : opened.kind;

/** Lets a renewal in the background come to its end: it waits for promises alone. */
async function settle() {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

describe('a stored page', () => {
  it('is fresh for a minute, is served for ten more while it is rendered again, and is not served after that', async () => {
    const { source, clock, renders } = openSource();
    const query = queryOf('/about');
    await source.produce(query);
    clock.now += minute - 1;
    assert.equal(source.read(query)?.from, 'hit');
    assert.equal(renders.length, 1);
    clock.now += 2;
    assert.equal(source.read(query)?.from, 'stale');
    await settle();
    assert.equal(renders.length, 2, 'it was renewed');
    clock.now += minute + pageAges.staleMs;
    assert.equal(source.read(query), null, 'a page of an idle week is rendered for its first visitor');
  });

  it('is rendered once for parallel requests', async () => {
    const { source, renders } = openSource();
    await Promise.all(Array.from({ length: 30 }, () => source.produce(queryOf('/about'))));
    assert.equal(renders.length, 1);
  });

  it('is renewed once for parallel requests of the stale page, and again only when it is stale again', async () => {
    const { source, clock, renders } = openSource();
    const query = queryOf('/about');
    await source.produce(query);
    clock.now += minute + 1;
    for (let visitor = 0; visitor < 30; visitor += 1) assert.equal(source.read(query)?.from, 'stale');
    await settle();
    assert.equal(renders.length, 2);
    assert.equal(source.read(query)?.from, 'hit');
    clock.now += minute + 1;
    for (let visitor = 0; visitor < 30; visitor += 1) source.read(query);
    await settle();
    assert.equal(renders.length, 3);
  });

  it('is shown for a day while the backend fails, counted, and no longer', async () => {
    const { source, clock, next, counts } = openSource();
    const query = queryOf('/news');
    next({ html: 'good' });
    await source.produce(query);
    next({ html: 'fallback', degraded: true });
    clock.now += minute + 1;
    assert.equal(source.read(query)?.from, 'stale');
    await settle();
    assert.equal(source.read(query)?.from, 'stale-if-error');
    assert.notEqual(source.read(query)?.page.failedAt, undefined, 'it is private now');
    clock.now += 23 * hour;
    assert.equal(htmlOf(await source.produce(query)), 'good');
    assert.ok(counts.staleIfError >= 2);
    clock.now += 2 * hour;
    assert.equal(source.read(query), null);
    assert.equal(htmlOf(await source.produce(query)), 'fallback');
  });

  it('whose last renewal failed long ago is rendered for its first visitor', async () => {
    const { source, clock, next } = openSource();
    const query = queryOf('/news/a');
    next({ html: 'good' });
    await source.produce(query);
    next({ html: 'fallback', degraded: true });
    clock.now += minute + 1;
    source.read(query);
    await settle();
    clock.now += 20 * hour;
    assert.equal(source.read(query), null);
    next({ missing: true, html: 'missing' });
    const opened = await source.produce(query);
    assert.equal(opened.kind === 'ready' && opened.page.status, 404);
  });

  it('is shown when rendering it again throws', async () => {
    const { source, clock, next } = openSource();
    const query = queryOf('/about');
    next({ html: 'good' });
    await source.produce(query);
    clock.now += hour;
    next({ error: new Error('broken') });
    assert.equal(htmlOf(await source.produce(query)), 'good');
    await assert.rejects(source.produce(queryOf('/team')), /broken/);
  });

  it('recovers with the first good render', async () => {
    const { source, clock, next } = openSource();
    const query = queryOf('/news');
    next({ html: 'good' });
    await source.produce(query);
    next({ degraded: true });
    clock.now += minute + 1;
    source.read(query);
    await settle();
    next({ html: 'new' });
    clock.now += pageAges.retryMs;
    source.read(query);
    await settle();
    const renewed = source.read(query);
    assert.equal(renewed && bodyOf(renewed.page, 'identity').toString(), 'new');
  });

  it('is not replaced by a render that was purged; renders of other pages are stored', async () => {
    const { source, next } = openSource();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = [source.produce(queryOf('/news/a')), source.produce(queryOf('/about'))];
    source.purge((key) => key.startsWith('/news/a\n'));
    release();
    await Promise.all(running);
    assert.equal(source.read(queryOf('/news/a')), null);
    assert.equal(source.read(queryOf('/about'))?.from, 'hit');
  });
});

describe('a missing page', () => {
  it('is one entry for every address', async () => {
    const { source, next } = openSource();
    next({ missing: true, html: 'missing' });
    const [one, two] = [await source.produce(queryOf('/news/a')), await source.produce(queryOf('/news/b'))];
    assert.ok(one.kind === 'ready' && two.kind === 'ready');
    assert.equal(one.page, two.page, 'the second is the stored page of the first');
    assert.equal(one.page.status, 404);
  });
});

describe('too many renders', () => {
  it('get a BusyError beyond the running ones and the same number of waiting ones', async () => {
    const { source, next } = openSource({ maxRenders: 2 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = Array.from({ length: 4 }, (_, index) => source.produce(queryOf(`/page-${index}`)));
    // A refusal comes at once, the others wait for their turn.
    await settle();
    await assert.rejects(source.produce(queryOf('/one-more')), BusyError);
    release();
    await Promise.all(running);
    assert.equal((await source.produce(queryOf('/one-more'))).kind, 'ready');
  });

  it('of made-up addresses delay no real page', async () => {
    const { source, next } = openSource({ maxRenders: 16 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = Array.from({ length: 4 }, (_, index) => source.produce(queryOf(`/made-up-${index}`)));
    await settle();
    await assert.rejects(source.produce(queryOf('/made-up-once-more')), BusyError);
    next({});
    assert.equal((await source.produce(queryOf('/page'))).kind, 'ready');
    release();
    await Promise.all(running);
  });
});
