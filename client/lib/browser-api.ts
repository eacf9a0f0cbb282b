import { addressOf } from '#shared/address.ts';
import type { Answer, Api, NewsQuery, PostOptions } from '#shared/api.ts';
import type { Category, Comment, NewsItem, Part } from '#shared/contracts/news.ts';
import type { Order } from '#shared/contracts/order.ts';
import { isArticleSlug } from '#shared/news-paths.ts';

type Samples = typeof import('#shared/sample-news.ts');

/** The answer to a GET of this site's own /api; rejects with the status when it is no success. */
async function get(path: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, signal });
  if (!answer.ok) throw Object.assign(new Error(`${path} answered ${answer.status}`), { status: answer.status });
  return answer;
}

const read = async <T>(path: string, signal?: AbortSignal) => (await (await get(path, signal)).json()) as T;

/** A part of a list; the length of the whole list is in a header. */
async function readPart<T>(path: string, signal?: AbortSignal): Promise<Part<T>> {
  const answer = await get(path, signal);
  const items = (await answer.json()) as unknown;
  if (!Array.isArray(items)) throw new Error(`${path} answered no list`);
  return { items: items as T[], total: Number(answer.headers.get('x-total-count')) || items.length };
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
    return (await readPart<T>(path, signal)).items;
  } catch (error) {
    return fromSamples(pick, error, signal);
  }
}

/** As it stands in an address: the first page has no number. */
const printPage = (page = 1) => (page === 1 ? undefined : String(page));

async function readNews({ category, page }: NewsQuery = {}, signal?: AbortSignal): Promise<Part<NewsItem>> {
  try {
    return await readPart(addressOf('/api/news', {}, { query: { category, page: printPage(page) } }), signal);
  } catch (error) {
    const pick = ({ sampleNews }: Samples) => ({ items: sampleNews, total: sampleNews.length });
    return fromSamples(pick, error, signal);
  }
}

async function readItem(slug: string, signal?: AbortSignal): Promise<NewsItem | null> {
  if (!isArticleSlug(slug)) return null;
  try {
    return await read<NewsItem>(addressOf('/api/news/:slug', { slug }), signal);
  } catch (error) {
    return fromSamples(({ sampleNews }) => sampleNews.find((item) => item.slug === slug) ?? null, error, signal);
  }
}

async function readComments(newsId: string, page?: number, signal?: AbortSignal): Promise<Part<Comment>> {
  const query = { page: page === undefined ? undefined : String(page) };
  try {
    return await readPart(addressOf('/api/news/:id/comments', { id: newsId }, { query }), signal);
  } catch {
    return { items: [], total: 0 };
  }
}

async function readOrder(id: string, signal?: AbortSignal): Promise<Order | null> {
  try {
    return await read<Order>(addressOf('/api/orders', {}, { query: { id } }), signal);
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
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
 * load either or `signal` is aborted; comments fall back to an empty list. An order rejects without an answer.
 */
export function createBrowserApi(signal?: AbortSignal): Api {
  return {
    news: (wish) => readNews(wish, signal),
    featuredNews: () => readList<NewsItem>('/api/news/featured', ({ sampleNews }) => sampleNews.slice(0, 3), signal),
    newsCategories: () =>
      readList<Category>('/api/news/categories', ({ sampleCategories }) => sampleCategories, signal),
    newsItem: (slug) => readItem(slug, signal),
    comments: (newsId, page) => readComments(newsId, page, signal),
    order: (id) => readOrder(id, signal),
    postComment: async (newsId, comment, options) => {
      const { body, ...answer } = await postJson(addressOf('/api/news/:id/comments', { id: newsId }), comment, options);
      return isComment(body) ? { ...answer, body } : answer;
    },
  };
}
