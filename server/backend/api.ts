import { LRUCache } from 'lru-cache';
import { isArticleSlug, type Api } from '#shared/api.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createBackendReads, type Read } from './reads.ts';
import { UpstreamError, type Upstream } from './upstream.ts';

/** The Api of one page: `degraded` tells whether any of its answers was a fallback. */
export interface BackendApi extends Api {
  readonly degraded: boolean;
}

export interface Backend {
  /** An Api for one page; what has not come after `patienceMs` is answered from what there is. */
  api(patienceMs?: number): BackendApi;
  /** Comments of one article have changed: the next visitor's are asked for anew. */
  expireComments(newsId: string): void;
  /** The categories of the last answer that named any. */
  knownCategories(): string[];
  upstream: Upstream;
}

const freshMs = 5000;
/** Answers that are kept, and answers that say there is nothing. */
const mostAnswers = 500;
const mostStrays = 100;
/** A visitor waits for the backend so long, and less where an older answer can be shown at once. */
const visitorPatienceMs = 2500;
const patienceWithOlderMs = 1000;
/** Comments are streamed behind an article that is already there to read. */
const commentsPatienceMs = 4000;

interface Kept {
  value: unknown;
}

const isNothing = ({ value }: Kept) => value === null || (Array.isArray(value) && value.length === 0);

/** The reads of the Api over the backend: fresh ones for a moment, then the last good answer, and built-in content where there never was one. */
export function createBackend(upstream: Upstream, log: Log, metrics?: Metrics): Backend {
  const reads = createBackendReads(upstream.origin, log);

  // Parallel reads of one path are one request; the last good answer outlives a failure.
  const createAnswers = (max: number, onAnswer?: (path: string, answer: Kept) => void) =>
    new LRUCache<string, Kept, Read<unknown>>({
      max,
      ttl: freshMs,
      fetchMethod: async (path, _older, { signal, context: { parse } }) => {
        try {
          const answer = { value: parse(await upstream.read(path)) };
          // Aborted: it expired while it came, so it may tell what was before.
          if (!signal.aborted) onAnswer?.(path, answer);
          return answer;
        } catch (error) {
          // The cache swallows this where it has an older answer.
          log.warn({ path, reason: String(error) }, 'the backend does not answer');
          throw error;
        }
      },
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      noDeleteOnStaleGet: true,
      // Whoever waits for an answer that has expired meanwhile gets it all the same; it is not kept.
      ignoreFetchAbort: true,
    });

  const answers = createAnswers(mostAnswers);
  // Anybody can make up addresses: whatever was never there must not push out what is.
  const strays = createAnswers(mostStrays, (path, answer) => {
    if (!isNothing(answer)) answers.set(path, answer);
  });
  const storeOf = (path: string) => (answers.peek(path, { allowStale: true }) ? answers : strays);

  function expire(path: string): void {
    for (const store of [answers, strays]) {
      const older = store.peek(path, { allowStale: true });
      // What is known stays to fall back on, should the backend be silent just now.
      if (older) store.set(path, older, { start: performance.now() - freshMs - 1 });
      else store.delete(path);
    }
  }

  /** What was fetched is waited for so long only; it goes on, and serves the next visitor. */
  async function fetchWithin(context: Read<unknown>, patienceMs: number): Promise<Kept | undefined> {
    const { path } = context;
    const store = storeOf(path);
    const older = store.peek(path, { allowStale: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), older ? Math.min(patienceMs, patienceWithOlderMs) : patienceMs);
    });
    const answer = await Promise.race([store.fetch(path, { context }), late]).finally(() => clearTimeout(timer));
    if (!answer) log.warn({ path }, 'the backend is slow');
    return answer ?? store.peek(path, { allowStale: true });
  }

  function createApi(patienceMs = visitorPatienceMs): BackendApi {
    let degraded = false;

    function fallBack(path: string, kind: 'last-good' | 'built-in'): void {
      degraded = true;
      metrics?.fallback(kind);
      log.warn(
        { path },
        kind === 'last-good' ? 'the last good answer of the backend is shown' : 'built-in content is shown',
      );
    }

    async function answer<T>(read: Read<T>, waitMs = patienceMs): Promise<T> {
      const { path, fallback } = read;
      try {
        const kept = await fetchWithin(read, waitMs);
        if (!kept) throw new UpstreamError('neither a new answer nor an old one');
        if (storeOf(path).getRemainingTTL(path) <= 0) fallBack(path, 'last-good');
        return kept.value as T;
      } catch {
        fallBack(path, 'built-in');
        return fallback();
      }
    }

    return {
      get degraded() {
        return degraded;
      },
      news: (category) => answer(reads.news(category)),
      featuredNews: () => answer(reads.featuredNews()),
      newsCategories: () => answer(reads.newsCategories()),
      newsItem: (slug) => (isArticleSlug(slug) ? answer(reads.newsItem(slug)) : Promise.resolve(null)),
      comments: (newsId) => answer(reads.comments(newsId), Math.max(patienceMs, commentsPatienceMs)),
      postComment: () => Promise.reject(new Error('a page posts nothing while it is rendered')),
    };
  }

  return {
    api: createApi,
    expireComments: (newsId) => expire(reads.comments(newsId).path),
    knownCategories() {
      const { path } = reads.newsCategories();
      const kept = answers.peek(path, { allowStale: true });
      return ((kept?.value ?? []) as { name: string }[]).map(({ name }) => name);
    },
    upstream,
  };
}
