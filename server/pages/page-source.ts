import type { Log } from '#server/lib/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { PreparedPage } from './prepare-page.ts';
import { pageAges, freshnessOf, type PageAges } from './page-age.ts';
import type { PageCache, CompletePage } from './page-cache.ts';
import {
  createRenderComplete,
  createProduce,
  type PageTarget,
  type ProducedPage,
  type ServedPage,
} from './produce-page.ts';
import { BusyError, type RenderLimits } from './render-limits.ts';
import type { Renderer } from './render.tsx';
import { createSingleFlight } from './single-flight.ts';

export interface PageSource {
  /** Returns a cached page that may be served; a stale page is also renewed in the background. */
  find(target: PageTarget): ServedPage | null;
  /** Returns the cached page for missing addresses of a kind while it is fresh. */
  findMissing(key: string): ServedPage | null;
  /** Renders a page that may be stored; all visitors who wait for the same page share one render. */
  produce(target: PageTarget): Promise<ProducedPage>;
  /**
   * Renders a page, cached or not, and stores it if it may be stored. Waits for the backend longer than a visitor does.
   * Rejects with a BusyError when too many pages are being rendered.
   */
  renew(target: PageTarget): Promise<void>;
  /** Renders a complete page without storing it. */
  renderComplete(prepared: PreparedPage): Promise<CompletePage>;
  /** Removes cached pages; the renders of these pages that still run are not stored. */
  purge(matches: (key: string) => boolean): void;
}

interface Options {
  renderer: Pick<Renderer, 'prepare' | 'print'>;
  renderLimits: Pick<RenderLimits, 'withinLimit'>;
  cache: PageCache;
  metrics: Pick<Metrics, 'render'>;
  log: Log;
  ages?: PageAges;
  /** The clock of `storedAt`, which is never set back. */
  now?: () => number;
}

/** Reads, renders and renews cached pages, and removes them. */
export function createPageSource(options: Options): PageSource {
  const { renderer, renderLimits, cache, metrics, log, ages = pageAges, now = () => performance.now() } = options;
  // Visitors and renewals do not share renders, because a renewal may wait long for the backend and a visitor should
  // not.
  const renders = createSingleFlight<ProducedPage>();
  const renewals = createSingleFlight<ProducedPage>();
  const { withinLimit } = renderLimits;
  const renderComplete = createRenderComplete({ renderer, metrics, now });
  const produce = createProduce({ renderer, cache, log, ages, now, renderComplete });

  const startRenewal = (target: PageTarget) =>
    renewals.run(target.key, (flight) =>
      withinLimit(() => produce(target, flight, ages.renewalTimeoutMs), target.address),
    );

  function renewInBackground(target: PageTarget, page: CompletePage): void {
    if (page.failedAt !== undefined && now() - page.failedAt < ages.retryMs) return;
    startRenewal(target).catch((error: unknown) => {
      // While too many pages are rendered, each request for a stale page would write a line.
      if (error instanceof BusyError) return;
      log.warn({ path: target.address.pathname, reason: String(error) }, 'a cached page could not be renewed');
    });
  }

  return {
    renderComplete,
    produce: (target) =>
      renders.run(target.key, (flight) => withinLimit(() => produce(target, flight), target.address)),
    async renew(target) {
      await startRenewal(target);
    },
    find(target) {
      const page = cache.read(target.key);
      if (!page) return null;
      const state = freshnessOf(page, ages, now());
      if (state === 'expired') return null;
      if (state === 'fresh') return { page, cacheOutcome: 'hit' };
      renewInBackground(target, page);
      return { page, cacheOutcome: state };
    },
    findMissing(key) {
      const page = cache.read(key);
      return page && freshnessOf(page, ages, now()) === 'fresh' ? { page, cacheOutcome: 'hit' } : null;
    },
    purge(matches) {
      cache.purge(matches);
      for (const flights of [renders, renewals]) flights.purge(matches);
    },
  };
}
