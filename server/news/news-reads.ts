import { omit, type Struct } from 'superstruct';
import { addressOf } from '#shared/address.ts';
import type { NewsQuery } from '#shared/api.ts';
import { check, parse } from '#shared/contracts/check.ts';
import { Category, Comment, NewsItem, type NewsSummary, type Part } from '#shared/contracts/news.ts';
import {
  commentsPerPage,
  maxFeatured,
  newsPerPage,
  partOfPage,
  type ListEnd,
  type ListPart,
} from '#shared/list-parts.ts';
import { builtInCategories, builtInNews } from '#shared/built-in-news.ts';
import { BackendError, TooLongError } from '#server/backend/backend-error.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { ReadOptions } from '#server/backend/reads.ts';
import type { Log } from '#server/lib/log.ts';
import { createMediaPath } from './media-path.ts';
import { createNewsCleaner } from './news-cleaner.ts';

/** One read of the backend. */
export interface Read<T> {
  /** Unique for each answer: the path of the call, and the part of a list after a number sign. */
  key: string;
  /**
   * Calls the backend, checks the answer against its contract and cleans it; rejects when the answer cannot be used.
   */
  fetch(readOptions: ReadOptions): Promise<T>;
  /** For a path with a made-up part: whether an answer is about the requested name. */
  isAboutName?(value: T): boolean;
  /** For such a path: whether the backend has returned the name before, or the texts of the site have it. */
  isKnown?(): boolean;
  /** How long an answer is fresh, in milliseconds, when it differs from the default. */
  freshMs?: number;
  /** The content to show when the backend has never answered. */
  fallback(): T;
}

export interface NewsReads {
  news(query?: NewsQuery): Read<Part<NewsItem>>;
  /** Every article, without its text. */
  index(): Read<NewsSummary[]>;
  featuredNews(): Read<NewsItem[]>;
  newsCategories(): Read<Category[]>;
  /** Null when there is no such article. */
  newsItem(slug: string): Read<NewsItem | null>;
  /** Oldest first: a page, counted from the oldest comments, or the latest ones. */
  comments(newsId: string, page?: number): Read<Part<Comment>>;
}

interface Options {
  backendClient: Pick<BackendClient, 'read' | 'readPart' | 'origin'>;
  log: Log;
  /**
   * Called with every built-in article and with every article that the backend returns, and with the paths of its
   * pictures on this site.
   */
  onItem(item: Pick<NewsItem, 'id' | 'slug'>, pictures: readonly string[]): void;
  /** Whether an article with this slug or id, or a category of this name, is known to exist. */
  isKnown: Record<'slug' | 'id' | 'category', (name: string) => boolean>;
}

const Summary = omit(NewsItem, ['content', 'content_uk', 'our_view', 'our_view_uk']);

/** The number of articles in one part of the index, about a megabyte. */
const indexCount = 1000;
/** The number if that part is too long, because the backend sends the texts too, as it may. */
const wholeIndexCount = 100;
/** The maximum number of listed articles: a sitemap may have 50,000 addresses, and every article has two. */
const maxIndexed = 20_000;
/** Longer than for other reads, because the readers of the index are programs. */
const indexFreshMs = 60_000;

type Parse<T> = (body: unknown) => T[];

/**
 * Creates the parser of a list at `path`: an answer that is not a list throws; an entry that breaks its contract is
 * left out and logged.
 */
function createParse<T>(log: Log, path: string, contract: Struct<T, unknown>, clean: (value: T) => T): Parse<T> {
  return (body) => {
    if (!Array.isArray(body)) throw new BackendError(`the backend's answer is not a list`);
    const valid: T[] = [];
    for (const entry of body) {
      const [broken, value] = check(entry, contract);
      if (broken) log.warn({ path, broken: Object.keys(broken) }, 'the backend sent an item that breaks its contract');
      else valid.push(clean(value));
    }
    if (body.length > 0 && valid.length === 0) throw new BackendError(`no item of the backend's answer can be used`);
    return valid;
  };
}

/** Creates the functions that clean news; they report every article and its pictures to `onItem`. */
function createCleaning({ backendClient, log, onItem }: Options) {
  const mediaPath = createMediaPath(backendClient.origin);
  const cleaner = createNewsCleaner(mediaPath, (reason) => log.warn({ reason }, 'the HTML of an article is refused'));
  return {
    item(raw: NewsItem): NewsItem {
      const { item, pictures } = cleaner.item(raw);
      onItem(item, pictures);
      return item;
    },
    summary(raw: NewsSummary): NewsSummary {
      const { item, pictures } = cleaner.summary(raw);
      onItem(item, pictures);
      return item;
    },
    comment: cleaner.comment,
  };
}

interface ListRead<T> {
  backendClient: Options['backendClient'];
  path: string;
  parsePart: Parse<T>;
}

/** Fetches a part of a list. A backend without parts returns the whole list, of which only this part is parsed. */
async function fetchPart<T>(
  { backendClient, path, parsePart }: ListRead<T>,
  part: ListPart | ListEnd,
  readOptions: ReadOptions,
): Promise<Part<T>> {
  const { body, total } = await backendClient.readPart(path, part, readOptions);
  if (total !== null || !Array.isArray(body)) return { items: parsePart(body), total: total ?? 0 };
  const wanted = 'last' in part ? body.slice(-part.last) : body.slice(part.from, part.from + part.count);
  return { items: parsePart(wanted), total: body.length };
}

/** Fetches every article in parts, or in one part from a backend without parts. */
async function fetchIndex({ backendClient, path, parsePart }: ListRead<NewsSummary>): Promise<NewsSummary[]> {
  const found: NewsSummary[] = [];
  let count = indexCount;
  for (let from = 0; from < maxIndexed;) {
    const part = await backendClient.readPart(path, { from, count }, { isBrief: true }).catch((error: unknown) => {
      if (!(error instanceof TooLongError) || count === wholeIndexCount) throw error;
      return null;
    });
    if (!part) {
      count = wholeIndexCount;
      continue;
    }
    found.push(...parsePart(Array.isArray(part.body) ? part.body.slice(0, maxIndexed) : part.body));
    from += count;
    if (part.total === null || from >= part.total) break;
  }
  return found;
}

/** Creates the reads of comments, which visitors add. */
function createReadComments(
  { backendClient, log, isKnown }: Options,
  clean: (comment: Comment) => Comment,
): NewsReads['comments'] {
  const parseList = createParse(log, '/api/news/:id/comments', Comment, clean);
  // The backend has no such article, so there are no comments.
  const parsePart: Parse<Comment> = (body) => (body === null ? [] : parseList(body));

  return (newsId, page) => {
    const path = addressOf('/api/news/:id/comments', { id: newsId });
    const part = page === undefined ? { last: commentsPerPage } : partOfPage(page, commentsPerPage);
    return {
      key: page === undefined ? path : `${path}#${page}`,
      async fetch(readOptions) {
        try {
          return await fetchPart({ backendClient, path, parsePart }, part, readOptions);
        } catch (error) {
          if (!(error instanceof TooLongError)) throw error;
          // Rejecting would make the page degraded: it would not be cached, so each request would read the comments.
          log.warn({ newsId }, 'the comments are longer than the limit of an answer, so none is shown');
          return { items: [], total: 0 };
        }
      },
      fallback: () => ({ items: [], total: 0 }),
      isAboutName: ({ items }) => items.length > 0,
      isKnown: () => isKnown.id(newsId),
    };
  };
}

/** Creates the reads of news: their paths, the checks of the answers, and what is shown without an answer. */
export function createNewsReads(options: Options): NewsReads {
  const { backendClient, log, isKnown } = options;
  const clean = createCleaning(options);
  const parseItems = createParse(log, '/api/news', NewsItem, clean.item);
  const index = { backendClient, path: '/api/news', parsePart: createParse(log, '/api/news', Summary, clean.summary) };
  const parseCategories = createParse<Category>(log, '/api/news/categories', Category, (value) => value);

  for (const item of builtInNews) options.onItem(item, []);
  let cleaned: NewsItem[] | undefined;
  // Cleaning the built-in articles takes 100 ms, and most copies never show them.
  const builtIn = () => (cleaned ??= builtInNews.map(clean.item));

  return {
    news({ category, page = 1 } = {}) {
      const path = addressOf('/api/news', {}, { query: { category } });
      return {
        key: page === 1 ? path : `${path}#${page}`,
        fetch: (readOptions) =>
          fetchPart({ backendClient, path, parsePart: parseItems }, partOfPage(page, newsPerPage), readOptions),
        ...(category && {
          isAboutName: ({ items }) => items.length > 0 && items.every((item) => item.category === category),
          isKnown: () => isKnown.category(category),
        }),
        fallback() {
          const items = builtIn().filter((item) => category === undefined || item.category === category);
          return { items: page === 1 ? items : [], total: items.length };
        },
      };
    },
    index: () => ({
      key: '/api/news#index',
      fetch: () => fetchIndex(index),
      freshMs: indexFreshMs,
      fallback: builtIn,
    }),
    featuredNews: () => ({
      key: '/api/news/featured',
      fetch: async (readOptions) =>
        parseItems(await backendClient.read('/api/news/featured', readOptions)).slice(0, maxFeatured),
      fallback: () => builtIn().slice(0, 3),
    }),
    newsCategories: () => ({
      key: '/api/news/categories',
      fetch: async (readOptions) => parseCategories(await backendClient.read('/api/news/categories', readOptions)),
      fallback: () => builtInCategories,
    }),
    newsItem(slug) {
      const key = addressOf('/api/news/:slug', { slug });
      return {
        key,
        async fetch(readOptions) {
          const body = await backendClient.read(key, readOptions);
          return body === null ? null : clean.item(parse(body, NewsItem));
        },
        fallback: () => builtIn().find((item) => item.slug === slug) ?? null,
        isAboutName: (item) => item?.slug === slug,
        isKnown: () => isKnown.slug(slug),
      };
    },
    comments: createReadComments(options, clean.comment),
  };
}
