import { LRUCache } from 'lru-cache';
import type { Answer, Api } from '#shared/api.ts';
import { believe, check } from '#shared/contracts/check.ts';
import { Category, Comment, NewsItem } from '#shared/contracts/news.ts';
import { oneLine, visible } from '#shared/plain-text.ts';
import { sampleCategories, sampleNews } from '#shared/sample-news.ts';
import type { Struct } from 'superstruct';
import type { Log } from './log.ts';
import { createSanitizer } from './sanitize.ts';
import { UpstreamError, type Upstream } from './upstream.ts';

/** The Api of one page: `degraded` tells whether any of its answers was a fallback. */
export interface BackendApi extends Api {
  readonly degraded: boolean;
}

export interface Backend {
  /** An Api for one page. */
  api(): BackendApi;
  /** Comments of one article have changed. */
  forgetComments(newsId: string): void;
  upstream: Upstream;
}

const freshMs = 5000;
/** In characters. */
const sanitizedLength = 4_000_000;

const wholeMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** A moment that server, browser and checkers all read alike: with its zone, and no finer than milliseconds. */
function tidyDate(date: string): string {
  return wholeMoment.test(date) ? date : new Date(date).toISOString();
}

/** The backend's own pictures come through /media; any other picture would be a request to a third party. */
export function createMediaPath(origin: string): (address: string) => string | null {
  return (address) => {
    if (!URL.canParse(address, origin)) return null;
    const url = new URL(address, origin);
    if (url.origin !== origin) return null;
    return url.pathname.startsWith('/media/') ? url.pathname : `/media${url.pathname}`;
  };
}

/**
 * The reads of the Api over the backend: checked against the contracts, sanitised, the last good answer kept, and the
 * fallbacks of spec.md, section 8 where there never was one.
 */
export function createBackend(upstream: Upstream, log: Log): Backend {
  const mediaPath = createMediaPath(upstream.origin);
  const sanitizeNow = createSanitizer(mediaPath);
  // The same article comes in many answers, and again every few seconds.
  const sanitized = new LRUCache<string, { html: string }>({ maxSize: sanitizedLength, sizeCalculation: ({ html }, raw) => html.length + raw.length + 1 });

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

  const cleanComment = (comment: Comment): Comment => (
    { ...comment, author: oneLine(comment.author), content: visible(comment.content), date: tidyDate(comment.date) }
  );

  /** An answer that is no list falls back; a broken item in a list is left out, and said. */
  function list<T>(path: string, body: unknown, contract: Struct<T, unknown>): T[] {
    if (!Array.isArray(body)) throw new UpstreamError(`the backend's answer to ${path} is no list`);
    const good: T[] = [];
    for (const entry of body) {
      const [broken, value] = check(entry, contract);
      if (broken) log.warn({ path, broken: Object.keys(broken) }, 'the backend sent an item that breaks its contract');
      else good.push(value);
    }
    if (body.length > 0 && good.length === 0) throw new UpstreamError(`no item of the backend's answer to ${path} can be used`);
    return good;
  }

  async function fetchPath(path: string): Promise<{ value: unknown }> {
    const body = await upstream.read(path);
    if (/\/comments$/.test(path)) return { value: list(path, body ?? [], Comment as Struct<Comment, unknown>).map(cleanComment) };
    if (path === '/api/news/categories') return { value: list(path, body, Category as Struct<Category, unknown>) };
    if (path === '/api/news/featured' || /^\/api\/news(\?|$)/.test(path)) {
      return { value: list(path, body, NewsItem as Struct<NewsItem, unknown>).map(clean) };
    }
    return { value: body === null ? null : clean(believe(body, NewsItem as Struct<NewsItem, unknown>)) };
  }

  // Parallel reads of one path are one request; the last good answer outlives a failure.
  const answers = new LRUCache<string, { value: unknown }>({
    max: 500,
    ttl: freshMs,
    fetchMethod: async (path) => {
      try {
        return await fetchPath(path);
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

  function createApi(): BackendApi {
    let degraded = false;

    async function read<T>(path: string, fallback: () => T): Promise<T> {
      try {
        const answer = await answers.fetch(path);
        if (!answer) throw new UpstreamError('neither a new answer nor an old one');
        if (answers.getRemainingTTL(path) <= 0) {
          degraded = true;
          log.warn({ path }, 'the last good answer of the backend is shown');
        }
        return answer.value as T;
      } catch {
        degraded = true;
        log.warn({ path }, 'built-in content is shown');
        return fallback();
      }
    }

    const encode = encodeURIComponent;
    return {
      get degraded() { return degraded; },
      news: (category) => read(category ? `/api/news?category=${encode(category)}` : '/api/news', () => sampleNews),
      featuredNews: () => read('/api/news/featured', () => sampleNews.slice(0, 3)),
      newsCategories: () => read('/api/news/categories', () => sampleCategories),
      newsItem: (slug) => read(`/api/news/${encode(slug)}`, () => sampleNews.find((item) => item.slug === slug) ?? null),
      comments: (newsId) => read(`/api/news/${encode(newsId)}/comments`, () => []),
      postComment: async (newsId, comment): Promise<Answer> => {
        const { status, body } = await upstream.send(`/api/news/${encode(newsId)}/comments`, comment);
        answers.delete(`/api/news/${encode(newsId)}/comments`);
        return { ok: status >= 200 && status < 300, status, body };
      },
    };
  }

  return {
    api: createApi,
    forgetComments: (newsId) => { answers.delete(`/api/news/${encodeURIComponent(newsId)}/comments`); },
    upstream,
  };
}
