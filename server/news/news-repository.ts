import { LRUCache } from 'lru-cache';
import type { Api } from '#shared/api.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { isArticleSlug, isNewsId } from '#shared/news-paths.ts';
import { createReadOrder, type ReadOrder } from '#server/activation/read-order.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { createAnswerCache, withoutQuery, type AnswerCache, type AnswerCacheOptions } from './answer-cache.ts';
import { createNewsReads, type NewsReads, type Read } from './news-reads.ts';

/** The Api of one request. */
export interface RequestApi extends Api {
  /** Some of its answers were fallback content. */
  readonly degraded: boolean;
  /** The status of an article that is not there: 503 where a silent backend could not confirm that, else 404. */
  readonly missingStatus: 404 | 503;
}

export interface NewsRepository {
  /** An Api for one request; reads that take longer than `timeoutMs` are answered from what there is. */
  api(timeoutMs?: number): RequestApi;
  /** Whether an article of this slug was named by the backend, or is built in. */
  knowsSlug(slug: string): boolean;
  /** The slug of an article that the backend has named; null for an unknown id. */
  slugOf(newsId: string): string | null;
  /** The categories that the backend named last. */
  knownCategories(): string[];
  /** Whether the news name this picture, by its path on this site; asks for the news where it is not known yet. */
  namesPicture(path: string): Promise<boolean>;
  /** The next read of these articles, or of all news, asks the backend. */
  expire(slugs?: readonly string[]): void;
}

interface Options {
  backendClient: Pick<BackendClient, 'read' | 'origin'>;
  log: Log;
  metrics?: Pick<Metrics, 'fallback'>;
  ages?: Partial<AnswerCacheOptions>;
}

/** A visitor waits this long for the backend. */
const defaultTimeoutMs = 2500;
/** Comments are streamed after an article that can be read meanwhile. */
const commentsTimeoutMs = 4000;
const maxKnownItems = 50_000;
const maxKnownPictures = 50_000;

/** Remembers which articles and pictures exist, so that guesses can be told from them. */
function createKnownNews() {
  const slugs = new LRUCache<string, string>({ max: maxKnownItems });
  const ids = new LRUCache<string, string>({ max: maxKnownItems });
  const pictures = new LRUCache<string, true>({ max: maxKnownPictures });
  return {
    slugs,
    ids,
    pictures,
    add({ id, slug }: NewsItem) {
      slugs.set(slug, id);
      ids.set(id, slug);
    },
  };
}

function createRequestApi(
  answers: AnswerCache,
  reads: NewsReads,
  { log, metrics, readOrder }: Pick<Options, 'log' | 'metrics'> & { readOrder: ReadOrder },
  timeoutMs: number,
): RequestApi {
  let degraded = false;

  function reportFallback(path: string, kind: 'last-good' | 'built-in'): void {
    degraded = true;
    metrics?.fallback(kind);
    const message = kind === 'last-good' ? 'the last good answer of the backend is shown' : 'built-in content is shown';
    log.warn({ path: withoutQuery(path) }, message);
  }

  async function answer<T>(read: Read<T>, waitMs = timeoutMs): Promise<T> {
    const found = await answers.read(read, waitMs);
    if (!found) {
      reportFallback(read.path, 'built-in');
      return read.fallback();
    }
    if (found.outdated) reportFallback(read.path, 'last-good');
    return found.value;
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
    comments: (newsId) =>
      isNewsId(newsId) ? answer(reads.comments(newsId), Math.max(timeoutMs, commentsTimeoutMs)) : Promise.resolve([]),
    order: readOrder,
    postComment: () => Promise.reject(new Error('a page posts nothing while it is rendered')),
  };
}

/** News and comments of the backend: fresh for a moment, then the last good answer, and built-in content where there never was one. */
export function createNewsRepository({ backendClient, log, metrics, ages }: Options): NewsRepository {
  const known = createKnownNews();
  const reads = createNewsReads({
    backendOrigin: backendClient.origin,
    log,
    onItem: (item) => known.add(item),
    onPicture: (path) => known.pictures.set(path, true),
  });
  const readOrder = createReadOrder(backendClient, log);
  const answers = createAnswerCache({ backendClient, log, ...ages });
  const api = (timeoutMs = defaultTimeoutMs) =>
    createRequestApi(answers, reads, { log, metrics, readOrder }, timeoutMs);

  function expireArticle(slug: string): void {
    answers.expire(reads.newsItem(slug).path);
    const id = known.slugs.peek(slug);
    if (id !== undefined) answers.expire(reads.comments(id).path);
  }

  return {
    api,
    knowsSlug: (slug) => known.slugs.has(slug),
    slugOf: (newsId) => known.ids.get(newsId) ?? null,
    knownCategories: () => (answers.peek(reads.newsCategories()) ?? []).map(({ name }) => name),
    async namesPicture(path) {
      // Another copy may have rendered the page that names it.
      if (!known.pictures.has(path)) await api().news();
      return known.pictures.has(path);
    },
    expire(slugs) {
      // What nobody has heard of may be there now, such as a new article or its category.
      if (!slugs) return answers.expireAll();
      for (const read of [reads.news(), reads.featuredNews(), reads.newsCategories()]) answers.expire(read.path);
      for (const slug of slugs) expireArticle(slug);
    },
  };
}
