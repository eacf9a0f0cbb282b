import { addressOf } from '#shared/address.ts';
import type { Answer, Api, PostOptions } from '#shared/api.ts';
import type { Order } from '#shared/contracts/order.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import type { Category, Comment, NewsItem } from '#shared/contracts/news.ts';

type Samples = typeof import('#shared/sample-news.ts');

/** The body of a GET to this site's own /api; rejects with the status when it is no success. */
async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, signal });
  if (!answer.ok) throw Object.assign(new Error(`${path} answered ${answer.status}`), { status: answer.status });
  return (await answer.json()) as T;
}

/** A value of the built-in news; rejects with the error that made it necessary when their code does not load either. */
async function fromSamples<T>(pick: (samples: Samples) => T, error: unknown, signal?: AbortSignal): Promise<T> {
  if (signal?.aborted) throw error;
  let samples: Samples;
  try {
    samples = await import('#shared/sample-news.ts');
  } catch {
    throw error;
  }
  return pick(samples);
}

async function readList<T>(path: string, pick: (samples: Samples) => T[], signal?: AbortSignal): Promise<T[]> {
  try {
    const list = await read<unknown>(path, signal);
    if (Array.isArray(list)) return list as T[];
    throw new Error(`${path} answered no list`);
  } catch (error) {
    return fromSamples(pick, error, signal);
  }
}

async function readItem(slug: string, signal?: AbortSignal): Promise<NewsItem | null> {
  if (!isArticleSlug(slug)) return null;
  try {
    return await read<NewsItem>(addressOf('/api/news/:slug', { slug: slug }), signal);
  } catch (error) {
    return fromSamples(({ sampleNews }) => sampleNews.find((item) => item.slug === slug) ?? null, error, signal);
  }
}

async function readComments(newsId: string, signal?: AbortSignal): Promise<Comment[]> {
  try {
    const list = await read<unknown>(addressOf('/api/news/:id/comments', { id: newsId }), signal);
    return Array.isArray(list) ? (list as Comment[]) : [];
  } catch {
    return [];
  }
}

async function answerOf(answer: Response): Promise<Answer> {
  const body = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
  const error = typeof body?.error === 'string' ? body.error : undefined;
  return { ok: answer.ok, status: answer.status, error, body };
}

/** Sends JSON to this site's own /api; without an answer, and for an aborted request, the status is 0. */
export async function postJson(
  path: string,
  body: unknown,
  { idempotencyKey, signal }: PostOptions = {},
): Promise<Answer> {
  try {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    return await answerOf(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal }));
  } catch {
    return { ok: false, status: 0 };
  }
}

/** Backends differ in what they answer to a comment: this is what a list can show. */
function isComment(body: unknown): body is Comment {
  const { id, author, content, date } = (body ?? {}) as Partial<Record<keyof Comment, unknown>>;
  return [id, author, content, date].every((value) => typeof value === 'string') && !isNaN(Date.parse(String(date)));
}

/**
 * The Api over this site's own /api. Reads of news fall back to the built-in news, and reject only when those do not
 * load either or `signal` is aborted; comments fall back to an empty list.
 */
export function createBrowserApi(signal?: AbortSignal): Api {
  return {
    news: (category) =>
      readList<NewsItem>(addressOf('/api/news', {}, { query: { category } }), ({ sampleNews }) => sampleNews, signal),
    featuredNews: () => readList<NewsItem>('/api/news/featured', ({ sampleNews }) => sampleNews.slice(0, 3), signal),
    newsCategories: () =>
      readList<Category>('/api/news/categories', ({ sampleCategories }) => sampleCategories, signal),
    newsItem: (slug) => readItem(slug, signal),
    comments: (newsId) => readComments(newsId, signal),
    order: (id) => read<Order>(addressOf('/api/orders', {}, { query: { id } }), signal),
    postComment: async (newsId, comment, options) => {
      const { body, ...answer } = await postJson(addressOf('/api/news/:id/comments', { id: newsId }), comment, options);
      return isComment(body) ? { ...answer, body } : answer;
    },
  };
}
