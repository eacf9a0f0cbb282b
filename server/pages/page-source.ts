import pLimit from 'p-limit';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { LanguageChoice } from './language.ts';
import { storePage, type PageCache, type StoredPage } from './page-cache.ts';
import type { Rendered, Renderer } from './render.tsx';
import { missingPath, pageKey } from './site-request.ts';

/** Every age and limit of stored pages; times in milliseconds. */
export interface PageAges {
  /** A page this old is served without a thought. */
  freshMs: number;
  /** After that it is served for so long while it is rendered anew. */
  staleMs: number;
  /** While the backend fails, a page is served until it is this old. */
  staleIfErrorMs: number;
  /** The same two limits for a page with fallback content, which must recover with the backend. */
  degradedFreshMs: number;
  degradedStaleMs: number;
  /** After a failed renewal the next one waits this long. */
  retryMs: number;
  /** A renewal may wait this long for a slow backend; no visitor waits for a renewal. */
  renewalTimeoutMs: number;
}

export const pageAges: PageAges = {
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  staleIfErrorMs: 24 * 60 * 60_000,
  degradedFreshMs: 2000,
  degradedStaleMs: 10_000,
  retryMs: 2000,
  renewalTimeoutMs: 8000,
};

/** Too many pages are being rendered. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** The outcome of opening a page: bytes that are stored, a page that can be sent whole, or one that has to be streamed. */
export type OpenedPage =
  | { kind: 'ready'; page: StoredPage; from: 'miss' | 'stale-if-error' }
  | { kind: 'complete'; rendered: Rendered }
  | { kind: 'streamed'; rendered: Rendered };

/** A page of the cache, with its place between fresh and stale. */
export interface CachedPage {
  page: StoredPage;
  from: 'hit' | 'stale' | 'stale-if-error';
}

/** What a stored page is made of. */
export interface PageWish {
  key: string;
  address: URL;
  choice: LanguageChoice;
}

export interface PageSource {
  /** A page that can be served at once; a stale one is renewed in the background. */
  read(wish: PageWish): CachedPage | null;
  /** Renders a page that may be stored; any number of visitors who wait for the same page cause one render. */
  produce(wish: PageWish): Promise<OpenedPage>;
  /** Renders ahead of the first visitor. */
  warm(wish: PageWish): Promise<void>;
  /** Prints a page that is complete, without storing it. */
  finish(rendered: Rendered): Promise<StoredPage>;
  /** Runs a render within the limit of renders at once; rejects with a BusyError when too many wait. */
  withinLimit<T>(render: () => Promise<T>): Promise<T>;
  /** Removes stored pages, and keeps what is being rendered of them from being stored. */
  purge(matches: (key: string) => boolean): void;
}

interface Options {
  renderer: Renderer;
  cache: PageCache;
  metrics: Pick<Metrics, 'render' | 'staleIfError'>;
  log: Log;
  /** Renders at once; as many again may wait. */
  maxRenders: number;
  ages?: PageAges;
  now?: () => number;
  /** A stored article has turned out to be gone. */
  onGone(path: string): void;
}

interface Flight {
  promise: Promise<OpenedPage>;
  /** The page was purged meanwhile: its render must not be stored. */
  purged: boolean;
}

type State = 'fresh' | 'stale' | 'failing' | 'expired';

/** The life of stored pages: how old they may get, when they are rendered anew, and when they go. */
export function createPageSource(options: Options): PageSource {
  const { renderer, cache, metrics, log, maxRenders, ages = pageAges, now = Date.now, onGone } = options;
  // No visitor waits for a renewal, which may wait for the backend: visitors and renewals do not share renders.
  const renders = new Map<string, Flight>();
  const renewals = new Map<string, Flight>();
  const limit = pLimit(maxRenders);

  function stateOf({ storedAt, degraded, failedAt }: StoredPage): State {
    const age = now() - storedAt;
    if (age > ages.staleIfErrorMs) return 'expired';
    if (degraded) {
      if (age < ages.degradedFreshMs) return 'fresh';
      return age < ages.degradedFreshMs + ages.degradedStaleMs ? 'stale' : 'expired';
    }
    if (failedAt !== undefined) return 'failing';
    if (age < ages.freshMs) return 'fresh';
    return age < ages.freshMs + ages.staleMs ? 'stale' : 'expired';
  }

  function withinLimit<T>(render: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxRenders) return Promise.reject(new BusyError('too many pages are being rendered'));
    return limit(render);
  }

  async function finish(rendered: Rendered): Promise<StoredPage> {
    const { visit, startedAt, openMs, status, api } = rendered;
    const measure = (outcome: 'complete' | 'failed') =>
      metrics.render(visit.route.name, outcome, performance.now() - startedAt);
    const html = await renderer.print(rendered).catch((error: unknown) => {
      measure('failed');
      throw error;
    });
    measure('complete');
    const renderMs = performance.now() - startedAt - openMs;
    const timing = `data;dur=${openMs.toFixed(1)}, render;dur=${renderMs.toFixed(1)}`;
    return storePage({ status, html, degraded: api.degraded, timing }, now());
  }

  /** A page that is older than it should be, but not too old to be shown while the backend fails. */
  function findOlder(key: string): StoredPage | null {
    const page = cache.read(key);
    return page && !page.degraded && now() - page.storedAt <= ages.staleIfErrorMs ? page : null;
  }

  function markFailing(page: StoredPage): OpenedPage {
    if (page.failedAt === undefined) page.headers.clear();
    page.failedAt = now();
    metrics.staleIfError();
    return { kind: 'ready', page, from: 'stale-if-error' };
  }

  /** One entry for all missing pages of a kind and language: a 404 costs a lookup, whatever its address is. */
  async function openMissing({ key, address, choice }: PageWish, rendered: Rendered): Promise<OpenedPage> {
    const sharedKey = pageKey(missingPath, rendered.visit.route.name, choice.language);
    if (key !== sharedKey && cache.read(key)) onGone(address.pathname);
    const known = cache.read(sharedKey);
    if (known && stateOf(known) === 'fresh') return { kind: 'ready', page: known, from: 'miss' };
    const page = await finish(rendered);
    if (!page.degraded) cache.write(sharedKey, page);
    return { kind: 'ready', page, from: 'miss' };
  }

  async function open(wish: PageWish, flight: Flight, timeoutMs: number | undefined): Promise<OpenedPage> {
    const { key, address, choice } = wish;
    const older = findOlder(key);
    try {
      const rendered = await renderer.open(address, choice.language, { timeoutMs });
      if (rendered.api.degraded && older) return markFailing(older);
      if (rendered.visit.status === 404) return await openMissing(wish, rendered);
      if (!rendered.complete) return { kind: 'streamed', rendered };
      const page = await finish(rendered);
      if (page.status === 200 && !flight.purged) cache.write(key, page);
      return { kind: 'ready', page, from: 'miss' };
    } catch (error) {
      if (!older) throw error;
      log.error({ path: address.pathname, err: error }, 'a page could not be rendered: an older one is shown');
      return markFailing(older);
    }
  }

  function start(wish: PageWish, flights: Map<string, Flight>, timeoutMs?: number): Promise<OpenedPage> {
    const running = flights.get(wish.key);
    if (running) return running.promise;
    const flight = { purged: false } as Flight;
    flight.promise = withinLimit(() => open(wish, flight, timeoutMs)).finally(() => {
      if (flights.get(wish.key) === flight) flights.delete(wish.key);
    });
    flights.set(wish.key, flight);
    return flight.promise;
  }

  function renew(wish: PageWish, page: StoredPage): void {
    if (page.failedAt !== undefined && now() - page.failedAt < ages.retryMs) return;
    start(wish, renewals, ages.renewalTimeoutMs).catch((error: unknown) => {
      log.warn({ path: wish.address.pathname, reason: String(error) }, 'a stored page could not be renewed');
    });
  }

  return {
    withinLimit,
    finish,
    produce: (wish) => start(wish, renders),
    async warm(wish) {
      await start(wish, renewals, ages.renewalTimeoutMs);
    },
    read(wish) {
      const page = cache.read(wish.key);
      const state = page && stateOf(page);
      if (!page || state === 'expired') return null;
      if (state === 'fresh') return { page, from: 'hit' };
      renew(wish, page);
      if (state === 'stale') return { page, from: 'stale' };
      metrics.staleIfError();
      return { page, from: 'stale-if-error' };
    },
    purge(matches) {
      cache.purge(matches);
      for (const flights of [renders, renewals]) {
        for (const [key, flight] of flights) {
          if (!matches(key)) continue;
          flight.purged = true;
          flights.delete(key);
        }
      }
    },
  };
}
