import type { Api, NewsQuery } from '#shared/api.ts';
import type { Comment, NewsItem, NewsSummary, Part } from '#shared/contracts/news.ts';
import { commentsPerPage, countPages, newsPerPage } from '#shared/list-parts.ts';
import { isArticleSlug, isNewsId } from '#shared/news-paths.ts';
import { UnavailableError } from '#server/backend/backend-error.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Log } from '#server/lib/log.ts';
import { within } from '#server/lib/within.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { createAnswerCache, withoutQuery, type AnswerAges, type AnswerCache } from './answer-cache.ts';
import { createKnownNews } from './known-news.ts';
import { createNewsReads, type NewsReads, type Read } from './news-reads.ts';

/** The Api that the pages of one request read from. */
export interface RequestApi extends Api {
  /** Whether some of its answers were fallback content. */
  readonly degraded: boolean;
  /** The status for a missing article: 503 when the backend did not answer and could not confirm that, else 404. */
  readonly missingStatus: 404 | 503;
  /** Every article, newest first, without its text. */
  newsIndex(): Promise<NewsSummary[]>;
}

export interface NewsRepository {
  /**
   * Creates an Api for one request; reads that take longer than `timeoutMs` return cached or built-in content. For an
   * order there is neither, so that read rejects with an UnavailableError.
   */
  api(timeoutMs?: number): RequestApi;
  /** Whether the backend has returned an article with this slug, or it is built in. */
  knowsSlug(slug: string): boolean;
  /** Whether the backend has answered within seconds that it has no article of this slug. */
  isMissing(slug: string): boolean;
  /** The slug of an article that the backend has returned; null for an unknown id. */
  slugOf(newsId: string): string | null;
  /**
   * Whether a category is in the texts of the site or in the last answer of the backend; undefined if it is in neither
   * and the backend has not named categories within seconds: it may be new.
   */
  knowsCategory(name: string): boolean | undefined;
  /** The number of pages in the list of a category; null unless the list was read within seconds: it may have grown. */
  knownPages(category?: string): number | null;
  /**
   * Whether a known article has this page of comments; undefined if it is beyond the last known one, or none is known,
   * and the comments were not read within seconds: it may be new.
   */
  knowsCommentPage(slug: string, page: number): boolean | undefined;
  /**
   * Returns the status of a picture by its path on this site: 200 when the news contain it. `slug` is the article on
   * whose page it is shown.
   */
  findPictureStatus(path: string, slug?: string): Promise<200 | RequestApi['missingStatus']>;
  /** Makes the next read of these articles, or of all news, call the backend. */
  expire(slugs?: readonly string[]): void;
  /** Makes the next read of the comments on this article call the backend. */
  expireComments(newsId: string): void;
}

interface Options {
  backendClient: Pick<BackendClient, 'read' | 'readPart' | 'origin'>;
  log: Log;
  metrics: Pick<Metrics, 'fallback'>;
  ages?: AnswerAges | undefined;
  /** The categories that have a name in the texts of the site. */
  namedCategories: readonly string[];
  /** Reads orders; pages read them by the same Api as news. */
  readOrder: Api['order'];
  /** Called when the backend does not have a known article any more, once until it has the article again. */
  onGone: (slug: string) => void;
}

/** The maximum time that a visitor waits for the backend, in milliseconds. */
const defaultTimeoutMs = 2500;
/** Longer, because comments are streamed while the visitor reads the article. */
const commentsTimeoutMs = 4000;
/** Longer, because a long list comes in several parts, and its readers are programs. */
const indexTimeoutMs = 10_000;
/** Matches the keys of reads of lists. */
const listKey = /^\/api\/news(?:[?#]|$|\/featured$|\/categories$)/;

interface RequestApiOptions extends Pick<Options, 'log' | 'metrics' | 'readOrder'> {
  /** Called with an answer of the backend to a slug. */
  onAnswer(slug: string, item: NewsItem | null): void;
}

/** Rejects with an UnavailableError after `timeoutMs`. The page shows no error, so a failure is logged here. */
const awaitOrder = (order: ReturnType<Api['order']>, timeoutMs: number, log: Log) =>
  within(order, timeoutMs, () => {
    throw new UnavailableError(`the backend did not answer about an order within ${timeoutMs} ms`);
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'the page of an order is sent without its state');
    throw error;
  });

function createRequestApi(
  answers: AnswerCache,
  reads: NewsReads,
  { log, metrics, readOrder, onAnswer }: RequestApiOptions,
  timeoutMs: number,
): RequestApi {
  let degraded = false;

  function reportFallback(key: string, kind: 'last-good' | 'built-in'): void {
    degraded = true;
    metrics.fallback(kind);
    const message = kind === 'last-good' ? 'the last good answer of the backend is shown' : 'built-in content is shown';
    log.warn({ path: withoutQuery(key) }, message);
  }

  /** `isCurrent` is false for the last good answer and for built-in content. */
  async function readOrFallback<T>(read: Read<T>, waitMs: number): Promise<{ value: T; isCurrent: boolean }> {
    const found = await answers.read(read, waitMs);
    if (!found) {
      reportFallback(read.key, 'built-in');
      return { value: read.fallback(), isCurrent: false };
    }
    if (found.outdated) reportFallback(read.key, 'last-good');
    return { value: found.value, isCurrent: !found.outdated };
  }

  const answer = async <T>(read: Read<T>, waitMs = timeoutMs): Promise<T> => (await readOrFallback(read, waitMs)).value;

  async function readNews({ category, page = 1 }: NewsQuery = {}): Promise<Part<NewsItem>> {
    const first = await answer(reads.news({ category }));
    if (page === 1) return first;
    // Anyone can request any page number, so only pages that exist are requested from the backend.
    if (page > countPages(first.total, newsPerPage)) return { items: [], total: first.total };
    return answer(reads.news({ category, page }));
  }

  async function readItem(slug: string): Promise<NewsItem | null> {
    if (!isArticleSlug(slug)) return null;
    const { value: item, isCurrent } = await readOrFallback(reads.newsItem(slug), timeoutMs);
    // Other reads of the same request may have failed.
    if (isCurrent) onAnswer(slug, item);
    return item;
  }

  async function readComments(newsId: string, page?: number): Promise<Part<Comment>> {
    if (!isNewsId(newsId)) return { items: [], total: 0 };
    const waitMs = Math.max(timeoutMs, commentsTimeoutMs);
    const latest = await answer(reads.comments(newsId), waitMs);
    if (page === undefined) return latest;
    // As for lists, only pages that exist are requested; the latest comments are shown in place of others.
    if (page > countPages(latest.total, commentsPerPage)) return latest;
    return answer(reads.comments(newsId, page), waitMs);
  }

  return {
    get degraded() {
      return degraded;
    },
    get missingStatus() {
      return degraded ? 503 : 404;
    },
    news: readNews,
    newsIndex: () => answer(reads.index(), Math.max(timeoutMs, indexTimeoutMs)),
    featuredNews: () => answer(reads.featuredNews()),
    newsCategories: () => answer(reads.newsCategories()),
    newsItem: readItem,
    comments: readComments,
    order: (id) => awaitOrder(readOrder(id), timeoutMs, log),
  };
}

/** Comments are added and hardly ever removed, so a page of an old answer exists. */
function hasCommentPage(answers: AnswerCache, read: Read<Part<Comment>>, page: number): boolean | undefined {
  const list = answers.peek(read);
  if (list && page <= countPages(list.total, commentsPerPage)) return true;
  return answers.peekFresh(read) ? false : undefined;
}

/**
 * Creates the repository of news and comments: it returns fresh answers of the backend, else the last good answer, else
 * built-in content.
 */
export function createNewsRepository(options: Options): NewsRepository {
  const { log, ages, namedCategories } = options;
  const known = createKnownNews(options.onGone);
  const reads = createNewsReads({
    ...options,
    onItem: known.add,
    isKnown: {
      slug: (slug) => known.slugs.has(slug),
      id: (id) => known.ids.has(id),
      category: (name) => knowsCategory(name) === true,
    },
  });
  const answers = createAnswerCache({ log, ...ages });
  const api = (timeoutMs = defaultTimeoutMs) =>
    createRequestApi(answers, reads, { ...options, onAnswer: known.onAnswer }, timeoutMs);

  function knowsCategory(name: string): boolean | undefined {
    const read = reads.newsCategories();
    if (namedCategories.includes(name) || answers.peek(read)?.some((category) => category.name === name)) return true;
    return answers.peekFresh(read)?.length ? false : undefined;
  }

  /** Returns the keys of an article and of its comments, without the numbers of their pages. */
  function keysOfArticle(slug: string): string[] {
    const id = known.slugs.peek(slug);
    return [reads.newsItem(slug).key, ...(id === undefined ? [] : [reads.comments(id).key])];
  }

  return {
    api,
    knowsSlug: (slug) => known.slugs.has(slug),
    isMissing: (slug) => answers.isMissing(reads.newsItem(slug)),
    slugOf: (newsId) => known.ids.get(newsId) ?? null,
    knowsCategory,
    knownPages(category) {
      const list = answers.peekFresh(reads.news({ category }));
      return list && countPages(list.total, newsPerPage);
    },
    knowsCommentPage(slug, page) {
      const id = known.slugs.peek(slug);
      return id === undefined ? undefined : hasCommentPage(answers, reads.comments(id), page);
    },
    async findPictureStatus(path, slug) {
      const request = api();
      // Another copy may have rendered the page that contains the picture.
      if (!known.pictures.has(path)) await request.newsIndex();
      // Lists do not contain the pictures in the text of an article. Articles that do not exist are not requested.
      if (!known.pictures.has(path) && slug !== undefined && known.slugs.has(slug)) await request.newsItem(slug);
      return known.pictures.has(path) ? 200 : request.missingStatus;
    },
    expireComments(newsId) {
      const { key } = reads.comments(newsId);
      answers.expire((other) => withoutQuery(other) === key);
    },
    expire(slugs) {
      // Names that were missing may exist now, such as a new article or its category.
      if (!slugs) {
        known.pictures.clear();
        return answers.expire(() => true);
      }
      known.removePictures(slugs);
      const articles = new Set(slugs.flatMap(keysOfArticle));
      answers.expire((key) => articles.has(withoutQuery(key)) || listKey.test(key));
    },
  };
}
