import type { Struct } from 'superstruct';
import { check, parse } from '#shared/contracts/check.ts';
import { Category, Comment, NewsItem } from '#shared/contracts/news.ts';
import { sampleCategories, sampleNews } from '#shared/sample-news.ts';
import type { Log } from '#server/operations/log.ts';
import { createNewsCleaner } from './news-cleaner.ts';
import { BackendError } from '#server/backend/client.ts';

/** One thing that the backend can be asked for. */
export interface Read<T> {
  path: string;
  /** Makes the answer's body what it should be: checked against its contract, cleaned; throws when it cannot be used. */
  parse(body: unknown): T;
  /** Where a visitor made up part of the path: whether an answer is to what was asked, not to anything else. */
  isAnswer?(value: T): boolean;
  /** What is shown where the backend never answered (spec.md, section 8). */
  fallback(): T;
}

export interface BackendReads {
  news(category?: string): Read<NewsItem[]>;
  featuredNews(): Read<NewsItem[]>;
  newsCategories(): Read<Category[]>;
  /** Null: there is no such article. */
  newsItem(slug: string): Read<NewsItem | null>;
  comments(newsId: string): Read<Comment[]>;
}

// The structs themselves accept `unknown`; their types say less.
const contracts = {
  category: Category as Struct<Category, unknown>,
  comment: Comment as Struct<Comment, unknown>,
  item: NewsItem as Struct<NewsItem, unknown>,
};

const same = <T>(value: T) => value;
const encode = encodeURIComponent;

export function createBackendReads(backendOrigin: string, log: Log): BackendReads {
  const clean = createNewsCleaner(backendOrigin, (reason) => log.warn({ reason }, 'the HTML of an article is refused'));
  const samples = sampleNews.map(clean.item);

  /** An answer that is no list throws; a broken entry of a list is left out, and said. */
  function listOf<T>(path: string, contract: Struct<T, unknown>, tidy: (value: T) => T): Read<T[]>['parse'] {
    return (body) => {
      if (!Array.isArray(body)) throw new BackendError(`the backend's answer is no list`);
      const good: T[] = [];
      for (const entry of body) {
        const [broken, value] = check(entry, contract);
        if (broken)
          log.warn({ path, broken: Object.keys(broken) }, 'the backend sent an item that breaks its contract');
        else good.push(tidy(value));
      }
      if (body.length > 0 && good.length === 0) throw new BackendError(`no item of the backend's answer can be used`);
      return good;
    };
  }

  const newsAt = (path: string, fallback: () => NewsItem[]) => ({
    path,
    parse: listOf(path, contracts.item, clean.item),
    fallback,
  });

  return {
    news: (category) =>
      category
        ? {
            ...newsAt(`/api/news?category=${encode(category)}`, () => samples),
            isAnswer: (items) => items.every((item) => item.category === category),
          }
        : newsAt('/api/news', () => samples),
    featuredNews: () => newsAt('/api/news/featured', () => samples.slice(0, 3)),
    newsCategories() {
      const path = '/api/news/categories';
      return { path, parse: listOf(path, contracts.category, same), fallback: () => sampleCategories };
    },
    newsItem: (slug) => ({
      path: `/api/news/${encode(slug)}`,
      parse: (body) => (body === null ? null : clean.item(parse(body, contracts.item))),
      fallback: () => samples.find((item) => item.slug === slug) ?? null,
      isAnswer: (item) => item?.slug === slug,
    }),
    comments(newsId) {
      const path = `/api/news/${encode(newsId)}/comments`;
      const parseList = listOf(path, contracts.comment, clean.comment);
      // No such article, no comments.
      return { path, parse: (body) => parseList(body ?? []), fallback: () => [], isAnswer: () => true };
    },
  };
}
