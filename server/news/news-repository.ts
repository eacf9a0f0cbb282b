import { LRUCache } from 'lru-cache';
import type { Api } from '#shared/api.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { createBackendReads, type Read } from './news-reads.ts';
import { BackendError, type BackendClient } from '#server/backend/client.ts';

/** The Api of one page: `degraded` tells whether any of its answers was a fallback. */
export interface RequestApi extends Api {
  readonly degraded: boolean;
  /** The status of what is not there: while the backend is silent nobody knows, and it may be asked for again. */
  readonly missingStatus: 404 | 503;
}

export interface NewsRepository {
  /** An Api for one page; what has not come after `patienceMs` is answered from what there is. */
  api(patienceMs?: number): RequestApi;
  /** Comments of one article have changed: the next visitor's are asked for anew. */
  expireComments(newsId: string): void;
  /** The categories of the last answer that named any. */
  knownCategories(): string[];
  backendClient: BackendClient;
}

const freshMs = 5000;
/** Bytes of answers that are kept, and of answers to what somebody made up. */
const answersBytes = 32 * 1024 * 1024;
const straysBytes = 4 * 1024 * 1024;
/** A visitor waits for the backend so long, and less where an older answer can be shown at once. */
const visitorPatienceMs = 2500;
const patienceWithOlderMs = 1000;
/** Comments are streamed behind an article that is already there to read. */
const commentsPatienceMs = 4000;

interface Kept {
  value: unknown;
}

/** In the log a query may be what a visitor typed. */
const withoutQuery = (path: string) => path.split('?', 1)[0];

/** About as many bytes as it takes; a text's characters are two. */
const sizeOf = ({ value }: Kept) => 200 + 2 * JSON.stringify(value).length;

const isNothing = ({ value }: Kept) => value === null || (Array.isArray(value) && value.length === 0);

/** The reads of the Api over the backend: fresh ones for a moment, then the last good answer, and built-in content where there never was one. */
export function createNewsRepository(backendClient: BackendClient, log: Log, metrics?: Metrics): NewsRepository {
  const reads = createBackendReads(backendClient.origin, log);

  // Parallel reads of one path are one request; the last good answer outlives a failure.
  const createAnswers = (maxSize: number, onAnswer?: (read: Read<unknown>, answer: Kept) => void) =>
    new LRUCache<string, Kept, Read<unknown>>({
      maxSize,
      sizeCalculation: sizeOf,
      ttl: freshMs,
      fetchMethod: async (path, _older, { signal, context: read }) => {
        try {
          const answer = {
            value: read.parse(await backendClient.read(path, { guessed: read.isAnswer !== undefined })),
          };
          // Aborted: it expired while it came, so it may tell what was before.
          if (!signal.aborted) onAnswer?.(read, answer);
          return answer;
        } catch (error) {
          // The cache swallows this where it has an older answer.
          log.warn({ path: withoutQuery(path), reason: String(error) }, 'the backend does not answer');
          throw error;
        }
      },
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      noDeleteOnStaleGet: true,
      // Whoever waits for an answer that has expired meanwhile gets it all the same; it is not kept.
      ignoreFetchAbort: true,
    });

  const answers = createAnswers(answersBytes);
  // Anybody can make up addresses: whatever was never there must not push out what is.
  const strays = createAnswers(straysBytes, ({ path, isAnswer }, answer) => {
    if (!isNothing(answer) && isAnswer?.(answer.value) !== false) answers.set(path, answer);
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
      const giveUp = () => {
        log.warn({ path: withoutQuery(path) }, 'the backend is slow');
        resolve(undefined);
      };
      timer = setTimeout(giveUp, older ? Math.min(patienceMs, patienceWithOlderMs) : patienceMs);
    });
    const answer = await Promise.race([store.fetch(path, { context }), late]).finally(() => clearTimeout(timer));
    return answer ?? store.peek(path, { allowStale: true });
  }

  function createApi(patienceMs = visitorPatienceMs): RequestApi {
    let degraded = false;

    function fallBack(path: string, kind: 'last-good' | 'built-in'): void {
      degraded = true;
      metrics?.fallback(kind);
      log.warn(
        { path: withoutQuery(path) },
        kind === 'last-good' ? 'the last good answer of the backend is shown' : 'built-in content is shown',
      );
    }

    async function answer<T>(read: Read<T>, waitMs = patienceMs): Promise<T> {
      const { path, fallback } = read;
      try {
        const kept = await fetchWithin(read, waitMs);
        if (!kept) throw new BackendError('neither a new answer nor an old one');
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
      get missingStatus() {
        return degraded ? 503 : 404;
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
    backendClient,
  };
}
