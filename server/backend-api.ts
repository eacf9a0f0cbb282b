import { LRUCache } from 'lru-cache';
import type { Answer, Api } from '#shared/api.ts';
import { believe, check } from '#shared/contracts/check.ts';
import { Category, Comment, NewsItem } from '#shared/contracts/news.ts';
import { oneLine, visible } from '#shared/plain-text.ts';
import { sampleCategories, sampleNews } from '#shared/sample-news.ts';
import type { Struct } from 'superstruct';
import type { Log } from './log.ts';
import { createMediaPath } from './media-path.ts';
import type { Metrics } from './metrics.ts';
import { createSanitizer } from './sanitize.ts';
import { UpstreamError, type Upstream } from './upstream.ts';

/** The Api of one page: `degraded` tells whether any of its answers was a fallback. */
export interface BackendApi extends Api {
  readonly degraded: boolean;
}

export interface Backend {
  /** An Api for one page; what has not come after `patienceMs` is answered from what there is. */
  api(patienceMs?: number): BackendApi;
  /** Comments of one article have changed. */
  forgetComments(newsId: string): void;
  /** The categories of the last answer that named any. */
  knownCategories(): string[];
  upstream: Upstream;
}

const freshMs = 5000;
/** Answers that are kept, and answers that say there is nothing. */
const mostAnswers = 500;
const mostStrays = 100;
const categoriesPath = '/api/news/categories';
/** A visitor waits for the backend so long, and less where an older answer can be shown at once. */
const visitorPatienceMs = 2500;
const patienceWithOlderMs = 1000;
/** Comments are streamed behind an article that is already there to read. */
const commentsPatienceMs = 4000;
/** In characters. */
const sanitizedLength = 4_000_000;

const wholeMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** A moment that server, browser and checkers all read alike: with its zone, and no finer than milliseconds. */
function tidyDate(date: string): string {
  return wholeMoment.test(date) ? date : new Date(date).toISOString();
}

/**
 * The reads of the Api over the backend: checked against the contracts, sanitised, the last good answer kept, and the
 * fallbacks of spec.md, section 8 where there never was one.
 */
export function createBackend(upstream: Upstream, log: Log, metrics?: Metrics): Backend {
  const mediaPath = createMediaPath(upstream.origin);
  const sanitizeNow = createSanitizer(mediaPath);
  // The same article comes in many answers, and again every few seconds.
  const sanitized = new LRUCache<string, { html: string }>({
    maxSize: sanitizedLength,
    sizeCalculation: ({ html }, raw) => html.length + raw.length + 1,
  });

  function sanitize(raw: string): string {
    const known = sanitized.get(raw);
    if (known) return known.html;
    const html = sanitizeNow(raw);
    sanitized.set(raw, { html });
    return html;
  }

  const line = (text: string | null | undefined) => (text ? oneLine(text) : text);

  function clean(item: NewsItem): NewsItem {
    return {
      ...item,
      // An article always has a name that can be read and followed.
      headline: oneLine(item.headline) || item.slug,
      headline_uk: line(item.headline_uk),
      description: oneLine(item.description),
      description_uk: line(item.description_uk),
      our_view: item.our_view ? visible(item.our_view) : item.our_view,
      our_view_uk: item.our_view_uk ? visible(item.our_view_uk) : item.our_view_uk,
      image_alt: line(item.image_alt),
      image_alt_uk: line(item.image_alt_uk),
      category: oneLine(item.category),
      source: line(item.source),
      date: tidyDate(item.date),
      image: item.image ? mediaPath(item.image) : null,
      image_wide: item.image_wide ? mediaPath(item.image_wide) : null,
      content: sanitize(item.content),
      content_uk: item.content_uk ? sanitize(item.content_uk) : item.content_uk,
    };
  }

  const cleanComment = (comment: Comment): Comment => ({
    ...comment,
    author: oneLine(comment.author),
    content: visible(comment.content),
    date: tidyDate(comment.date),
  });

  /** An answer that is no list falls back; a broken item in a list is left out, and said. */
  function list<T>(path: string, body: unknown, contract: Struct<T, unknown>): T[] {
    if (!Array.isArray(body)) throw new UpstreamError(`the backend's answer to ${path} is no list`);
    const good: T[] = [];
    for (const entry of body) {
      const [broken, value] = check(entry, contract);
      if (broken) log.warn({ path, broken: Object.keys(broken) }, 'the backend sent an item that breaks its contract');
      else good.push(value);
    }
    if (body.length > 0 && good.length === 0)
      throw new UpstreamError(`no item of the backend's answer to ${path} can be used`);
    return good;
  }

  async function fetchPath(path: string): Promise<{ value: unknown }> {
    const body = await upstream.read(path);
    if (/\/comments$/.test(path))
      return { value: list(path, body ?? [], Comment as Struct<Comment, unknown>).map(cleanComment) };
    if (path === categoriesPath) return { value: list(path, body, Category as Struct<Category, unknown>) };
    if (path === '/api/news/featured' || /^\/api\/news(\?|$)/.test(path)) {
      return { value: list(path, body, NewsItem as Struct<NewsItem, unknown>).map(clean) };
    }
    return { value: body === null ? null : clean(believe(body, NewsItem as Struct<NewsItem, unknown>)) };
  }

  // Parallel reads of one path are one request; the last good answer outlives a failure.
  const createAnswers = (max: number, onAnswer?: (path: string, answer: { value: unknown }) => void) =>
    new LRUCache<string, { value: unknown }>({
      max,
      ttl: freshMs,
      fetchMethod: async (path) => {
        try {
          const answer = await fetchPath(path);
          onAnswer?.(path, answer);
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
    });

  const answers = createAnswers(mostAnswers);
  // Anybody can make up addresses: whatever was never there must not push out what is.
  const strays = createAnswers(mostStrays, (path, answer) => {
    const isNothing = answer.value === null || (Array.isArray(answer.value) && answer.value.length === 0);
    if (!isNothing) answers.set(path, answer);
  });
  const storeOf = (path: string) => (answers.peek(path, { allowStale: true }) ? answers : strays);

  function forget(path: string): void {
    answers.delete(path);
    strays.delete(path);
  }

  /** What was fetched is waited for so long only; it goes on, and serves the next visitor. */
  async function fetchWithin(path: string, patienceMs: number): Promise<{ value: unknown } | undefined> {
    const store = storeOf(path);
    const older = store.peek(path, { allowStale: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), older ? Math.min(patienceMs, patienceWithOlderMs) : patienceMs);
    });
    const answer = await Promise.race([store.fetch(path), late]).finally(() => clearTimeout(timer));
    if (!answer) log.warn({ path }, 'the backend is slow');
    return answer ?? store.peek(path, { allowStale: true });
  }

  function createApi(patienceMs = visitorPatienceMs): BackendApi {
    let degraded = false;

    async function read<T>(path: string, fallback: () => T, waitMs = patienceMs): Promise<T> {
      try {
        const answer = await fetchWithin(path, waitMs);
        if (!answer) throw new UpstreamError('neither a new answer nor an old one');
        if (storeOf(path).getRemainingTTL(path) <= 0) {
          degraded = true;
          metrics?.fallback('last-good');
          log.warn({ path }, 'the last good answer of the backend is shown');
        }
        return answer.value as T;
      } catch {
        degraded = true;
        metrics?.fallback('built-in');
        log.warn({ path }, 'built-in content is shown');
        return fallback();
      }
    }

    const encode = encodeURIComponent;
    return {
      get degraded() {
        return degraded;
      },
      news: (category) => read(category ? `/api/news?category=${encode(category)}` : '/api/news', () => sampleNews),
      featuredNews: () => read('/api/news/featured', () => sampleNews.slice(0, 3)),
      newsCategories: () => read(categoriesPath, () => sampleCategories),
      newsItem: (slug) =>
        read(`/api/news/${encode(slug)}`, () => sampleNews.find((item) => item.slug === slug) ?? null),
      comments: (newsId) =>
        read(`/api/news/${encode(newsId)}/comments`, () => [], Math.max(patienceMs, commentsPatienceMs)),
      postComment: async (newsId, comment): Promise<Answer> => {
        const { status, body } = await upstream.send(`/api/news/${encode(newsId)}/comments`, comment);
        forget(`/api/news/${encode(newsId)}/comments`);
        return { ok: status >= 200 && status < 300, status, body };
      },
    };
  }

  return {
    api: createApi,
    forgetComments: (newsId) => forget(`/api/news/${encodeURIComponent(newsId)}/comments`),
    knownCategories() {
      const answer = answers.peek(categoriesPath, { allowStale: true });
      return ((answer?.value ?? []) as Category[]).map(({ name }) => name);
    },
    upstream,
  };
}
