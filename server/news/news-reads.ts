import type { Struct } from 'superstruct';
import { addressOf } from '#shared/address.ts';
import { check, parse } from '#shared/contracts/check.ts';
import { Category, Comment, NewsItem } from '#shared/contracts/news.ts';
import { sampleCategories, sampleNews } from '#shared/sample-news.ts';
import { BackendError } from '#server/backend/client.ts';
import type { Log } from '#server/operations/log.ts';
import { createMediaPath } from './media-path.ts';
import { createNewsCleaner } from './news-cleaner.ts';

/** One thing that the backend can be asked for. */
export interface Read<T> {
  path: string;
  /** Checks the answer's body against its contract and cleans it; throws when it cannot be used. */
  parse(body: unknown): T;
  /** Where a visitor may have made up a part of the path: whether an answer is about what was asked. */
  isAnswer?(value: T): boolean;
  /** What is shown where the backend never answered. */
  fallback(): T;
}

export interface NewsReads {
  news(category?: string): Read<NewsItem[]>;
  featuredNews(): Read<NewsItem[]>;
  newsCategories(): Read<Category[]>;
  /** Null: there is no such article. */
  newsItem(slug: string): Read<NewsItem | null>;
  comments(newsId: string): Read<Comment[]>;
}

interface Options {
  backendOrigin: string;
  log: Log;
  /** Called with every article that the backend names, and every built-in one. */
  onItem(item: NewsItem): void;
  /** Called with the path on this site of every picture that an article names. */
  onPicture(path: string): void;
}

// The structs themselves accept `unknown`; their types say less.
const contracts = {
  category: Category as Struct<Category, unknown>,
  comment: Comment as Struct<Comment, unknown>,
  item: NewsItem as Struct<NewsItem, unknown>,
};

/** Makes parsers of lists: an answer that is no list throws; an entry that breaks its contract is left out and logged. */
function createListParser(log: Log) {
  return <T>(path: string, contract: Struct<T, unknown>, clean: (value: T) => T): Read<T[]>['parse'] =>
    (body) => {
      if (!Array.isArray(body)) throw new BackendError(`the backend's answer is no list`);
      const good: T[] = [];
      for (const entry of body) {
        const [broken, value] = check(entry, contract);
        if (broken)
          log.warn({ path, broken: Object.keys(broken) }, 'the backend sent an item that breaks its contract');
        else good.push(clean(value));
      }
      if (body.length > 0 && good.length === 0) throw new BackendError(`no item of the backend's answer can be used`);
      return good;
    };
}

export function createNewsReads({ backendOrigin, log, onItem, onPicture }: Options): NewsReads {
  const findMediaPath = createMediaPath(backendOrigin);
  const mediaPath = (address: string) => {
    const path = findMediaPath(address);
    if (path) onPicture(path);
    return path;
  };
  const cleaner = createNewsCleaner(mediaPath, (reason) => log.warn({ reason }, 'the HTML of an article is refused'));
  const listOf = createListParser(log);

  function cleanItem(raw: NewsItem): NewsItem {
    const item = cleaner.item(raw);
    onItem(item);
    return item;
  }
  const samples = sampleNews.map(cleanItem);

  const newsAt = (path: string, fallback: () => NewsItem[]) => ({
    path,
    parse: listOf(path, contracts.item, cleanItem),
    fallback,
  });

  return {
    news(category) {
      const path = addressOf('/api/news', {}, { query: { category } });
      const read = newsAt(path, () => samples);
      return category ? { ...read, isAnswer: (items) => items.every((item) => item.category === category) } : read;
    },
    featuredNews: () => newsAt('/api/news/featured', () => samples.slice(0, 3)),
    newsCategories() {
      const path = '/api/news/categories';
      return { path, parse: listOf(path, contracts.category, (value) => value), fallback: () => sampleCategories };
    },
    newsItem: (slug) => ({
      path: addressOf('/api/news/:slug', { slug }),
      parse: (body) => (body === null ? null : cleanItem(parse(body, contracts.item))),
      fallback: () => samples.find((item) => item.slug === slug) ?? null,
      isAnswer: (item) => item?.slug === slug,
    }),
    comments(newsId) {
      const path = addressOf('/api/news/:id/comments', { id: newsId });
      const parseList = listOf(path, contracts.comment, cleaner.comment);
      // No such article, no comments.
      return { path, parse: (body) => parseList(body ?? []), fallback: () => [], isAnswer: () => true };
    },
  };
}
