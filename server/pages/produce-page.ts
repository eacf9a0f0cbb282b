import type { Language } from '#shared/languages.ts';
import type { CacheOutcome } from '#server/http/request-context.ts';
import type { Log } from '#server/lib/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { PreparedPage } from './prepare-page.ts';
import { freshnessOf, type PageAges } from './page-age.ts';
import { markFailed, toCompletePage, type PageCache, type CompletePage } from './page-cache.ts';
import type { Renderer } from './render.tsx';
import type { Flight } from './single-flight.ts';
import { missingPageKey } from './page-key.ts';

/** A complete page to send, and what the page cache had for its request. */
export interface ServedPage {
  page: CompletePage;
  cacheOutcome: CacheOutcome;
}

/** A page that was rendered, or one with data that has to be streamed. */
export type ProducedPage = ({ kind: 'complete' } & ServedPage) | { kind: 'streamed'; prepared: PreparedPage };

/** A page to render: its key in the cache, its address and its language. */
export interface PageTarget {
  key: string;
  address: URL;
  language: Language;
}

interface RenderOptions {
  renderer: Pick<Renderer, 'print'>;
  metrics: Pick<Metrics, 'render'>;
  now: () => number;
}

/** Creates the function that renders a page completely and measures the time; it rejects with React's error. */
export function createRenderComplete({ renderer, metrics, now }: RenderOptions) {
  return async function renderComplete(prepared: PreparedPage): Promise<CompletePage> {
    const { visit, startedAt, openMs, status, api } = prepared;
    const measure = (outcome: 'complete' | 'failed') =>
      metrics.render(visit.route.name, outcome, performance.now() - startedAt);
    const printed = await renderer.print(prepared).catch((error: unknown) => {
      measure('failed');
      throw error;
    });
    measure('complete');
    const renderMs = performance.now() - startedAt - openMs;
    const timing = `data;dur=${openMs.toFixed(1)}, render;dur=${renderMs.toFixed(1)}`;
    return toCompletePage({ ...printed, status, degraded: api.degraded, timing }, now());
  };
}

interface ProduceOptions {
  renderer: Pick<Renderer, 'prepare'>;
  renderComplete: ReturnType<typeof createRenderComplete>;
  cache: PageCache;
  log: Log;
  ages: PageAges;
  now: () => number;
}

/**
 * Renders a page, and stores it if it may be stored. While the backend fails it returns an older page instead; where
 * there is none, it rejects with the error of the render.
 */
export function createProduce(options: ProduceOptions) {
  const { renderer, renderComplete, cache, log, ages, now } = options;

  /**
   * A stale page may be shown while the backend fails, up to the age of `staleIfErrorMs`. After a purge there is none:
   * what is stored under the key then belongs to a later render.
   */
  function findOlder(key: string, flight: Flight): CompletePage | null {
    const page = flight.outdated ? undefined : cache.peek(key);
    return page && !page.degraded && now() - page.storedAt <= ages.staleIfErrorMs ? page : null;
  }

  function fallBackTo(page: CompletePage): ProducedPage {
    markFailed(page, now());
    return { kind: 'complete', page, cacheOutcome: 'stale-if-error' };
  }

  /**
   * All missing pages of a kind and language share one entry, so that a 404 costs one lookup. Those that the backend
   * has not confirmed share another one, which is fresh for a shorter time.
   */
  async function produceMissing({ language }: PageTarget, prepared: PreparedPage): Promise<ProducedPage> {
    const { name } = prepared.visit.route;
    const sharedKey = missingPageKey(prepared.api.degraded ? `${name} unconfirmed` : name, language);
    const stored = cache.read(sharedKey);
    if (stored && freshnessOf(stored, ages, now()) === 'fresh')
      return { kind: 'complete', page: stored, cacheOutcome: 'miss' };
    const page = await renderComplete(prepared);
    cache.write(sharedKey, page);
    return { kind: 'complete', page, cacheOutcome: 'miss' };
  }

  async function produce(target: PageTarget, flight: Flight, timeoutMs?: number): Promise<ProducedPage> {
    const { key, address, language } = target;
    try {
      const prepared = await renderer.prepare(address, language, { timeoutMs });
      const older = prepared.api.degraded ? findOlder(key, flight) : null;
      if (older) return fallBackTo(older);
      if (prepared.visit.status === 404) return await produceMissing(target, prepared);
      if (!prepared.complete) return { kind: 'streamed', prepared };
      const page = await renderComplete(prepared);
      if (page.status === 200 && !flight.outdated) cache.write(key, page);
      return { kind: 'complete', page, cacheOutcome: 'miss' };
    } catch (error) {
      const older = findOlder(key, flight);
      if (!older) throw error;
      log.error({ path: address.pathname, err: error }, 'a page could not be rendered: an older one is shown');
      return fallBackTo(older);
    }
  }

  return produce;
}
