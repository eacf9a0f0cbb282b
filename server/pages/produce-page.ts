import { missingPagePath } from '#shared/missing-page.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { LanguageChoice } from './language.ts';
import type { PreparedPage } from './prepare-page.ts';
import { stateOf, type PageAges } from './page-age.ts';
import { storePage, type PageCache, type StoredPage } from './page-cache.ts';
import type { Renderer } from './render.tsx';
import type { Work } from './shared-work.ts';
import { pageKey } from './site-request.ts';

/** The outcome of opening a page: bytes that are stored, a page that can be sent whole, or one that has to be streamed. */
export type OpenedPage =
  | { kind: 'ready'; page: StoredPage; from: 'miss' | 'stale-if-error' }
  | { kind: 'complete'; prepared: PreparedPage }
  | { kind: 'streamed'; prepared: PreparedPage };

/** What a stored page is made of. */
export interface PageWish {
  key: string;
  address: URL;
  choice: LanguageChoice;
}

interface Options {
  renderer: Renderer;
  cache: PageCache;
  metrics: Pick<Metrics, 'render' | 'staleIfError'>;
  log: Log;
  ages: PageAges;
  now: () => number;
  /** A stored article has turned out to be gone. */
  onGone(path: string): void;
}

/** Renders a page to its end, and measures it; rejects with what React threw. */
export function createFinish({ renderer, metrics, now }: Pick<Options, 'renderer' | 'metrics' | 'now'>) {
  return async function finish(prepared: PreparedPage): Promise<StoredPage> {
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
    return storePage({ ...printed, status, degraded: api.degraded, timing }, now());
  };
}

/**
 * Renders what is asked for and stores it where it may be stored. While the backend fails, an older page is given
 * instead; rejects with what the render threw where there is none.
 */
export function createProducer(options: Options & { finish: ReturnType<typeof createFinish> }) {
  const { renderer, cache, metrics, log, ages, now, onGone, finish } = options;

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
  async function openMissing({ key, address, choice }: PageWish, prepared: PreparedPage): Promise<OpenedPage> {
    const sharedKey = pageKey(missingPagePath, prepared.visit.route.name, choice.language);
    if (key !== sharedKey && cache.read(key)) onGone(address.pathname);
    const known = cache.read(sharedKey);
    if (known && stateOf(known, ages, now()) === 'fresh') return { kind: 'ready', page: known, from: 'miss' };
    const page = await finish(prepared);
    if (!page.degraded) cache.write(sharedKey, page);
    return { kind: 'ready', page, from: 'miss' };
  }

  async function open(wish: PageWish, work: Work, timeoutMs?: number): Promise<OpenedPage> {
    const { key, address, choice } = wish;
    const older = findOlder(key);
    try {
      const prepared = await renderer.open(address, choice.language, { timeoutMs });
      if (prepared.api.degraded && older) return markFailing(older);
      if (prepared.visit.status === 404) return await openMissing(wish, prepared);
      if (!prepared.complete) return { kind: 'streamed', prepared };
      const page = await finish(prepared);
      if (page.status === 200 && !work.outdated) cache.write(key, page);
      return { kind: 'ready', page, from: 'miss' };
    } catch (error) {
      if (!older) throw error;
      log.error({ path: address.pathname, err: error }, 'a page could not be rendered: an older one is shown');
      return markFailing(older);
    }
  }

  return open;
}
