import pLimit from 'p-limit';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { PreparedPage } from './prepare-page.ts';
import { pageAges, stateOf, type PageAges } from './page-age.ts';
import type { PageCache, StoredPage } from './page-cache.ts';
import { createFinish, createProducer, type OpenedPage, type PageWish } from './produce-page.ts';
import type { Renderer } from './render.tsx';
import { createSharedWork } from './shared-work.ts';

/** Too many pages are being rendered. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** A page of the cache, with its place between fresh and stale. */
export interface CachedPage {
  page: StoredPage;
  from: 'hit' | 'stale' | 'stale-if-error';
}

export interface PageSource {
  /** A page that can be served at once; a stale one is renewed in the background. */
  read(wish: PageWish): CachedPage | null;
  /** Renders a page that may be stored; any number of visitors who wait for the same page cause one render. */
  produce(wish: PageWish): Promise<OpenedPage>;
  /** Renders ahead of the first visitor. */
  warm(wish: PageWish): Promise<void>;
  /** Prints a page that is complete, without storing it. */
  finish(prepared: PreparedPage): Promise<StoredPage>;
  /**
   * Runs a render within the limit of renders at once, or within the limit of guesses where somebody may have made up
   * the address; rejects with a BusyError when too many wait.
   */
  withinLimit<T>(render: () => Promise<T>, address?: URL): Promise<T>;
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
  /** Whether somebody may have made up the address: such pages share an eighth of the renders. */
  isGuess(address: URL): boolean;
  ages?: PageAges;
  now?: () => number;
  /** A stored article has turned out to be gone. */
  onGone(path: string): void;
}

/** The life of stored pages: how old they may get, when they are rendered anew, and when they go. */
export function createPageSource(options: Options): PageSource {
  const { renderer, cache, metrics, log, maxRenders, isGuess, ages = pageAges, now = Date.now, onGone } = options;
  // No visitor waits for a renewal, which may wait for the backend: visitors and renewals do not share renders.
  const renders = createSharedWork<OpenedPage>();
  const renewals = createSharedWork<OpenedPage>();
  const limits = { known: pLimit(maxRenders), guessed: pLimit(Math.max(1, Math.floor(maxRenders / 8))) };
  const finish = createFinish({ renderer, metrics, now });
  const open = createProducer({ renderer, cache, metrics, log, ages, now, onGone, finish });

  // A render waits for the backend, which may be slow about what does not exist.
  function withinLimit<T>(render: () => Promise<T>, address?: URL): Promise<T> {
    const limit = address && isGuess(address) ? limits.guessed : limits.known;
    if (limit.pendingCount >= limit.concurrency)
      return Promise.reject(new BusyError('too many pages are being rendered'));
    return limit(render);
  }

  const startRenewal = (wish: PageWish) =>
    renewals.run(wish.key, (work) => withinLimit(() => open(wish, work, ages.renewalTimeoutMs), wish.address));

  function renew(wish: PageWish, page: StoredPage): void {
    if (page.failedAt !== undefined && now() - page.failedAt < ages.retryMs) return;
    startRenewal(wish).catch((error: unknown) => {
      log.warn({ path: wish.address.pathname, reason: String(error) }, 'a stored page could not be renewed');
    });
  }

  return {
    withinLimit,
    finish,
    produce: (wish) => renders.run(wish.key, (work) => withinLimit(() => open(wish, work), wish.address)),
    async warm(wish) {
      await startRenewal(wish);
    },
    read(wish) {
      const page = cache.read(wish.key);
      const state = page && stateOf(page, ages, now());
      if (!page || state === 'expired') return null;
      if (state === 'fresh') return { page, from: 'hit' };
      renew(wish, page);
      if (state === 'stale') return { page, from: 'stale' };
      metrics.staleIfError();
      return { page, from: 'stale-if-error' };
    },
    purge(matches) {
      cache.purge(matches);
      for (const work of [renders, renewals]) work.purge(matches);
    },
  };
}
