import { addressOf, type Address } from '#shared/address.ts';
import type { PostAnswer, Api, NewsQuery, PostOptions } from '#shared/api.ts';
import type { Category, Comment, NewsItem, Part } from '#shared/contracts/news.ts';
import type { Order } from '#shared/contracts/order.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import { ownPaths, type OwnPath } from '#shared/own-paths.ts';
import { parseOwnJson } from './own-json.ts';
import { parseErrors } from './post-answer.ts';
import { withTimeout } from './with-timeout.ts';

/** An address of this site that is not a page. */
type OwnAddress = OwnPath | Address<OwnPath>;

const get = (address: OwnAddress, signal?: AbortSignal): Promise<Response> =>
  fetch(address, { headers: { accept: 'application/json' }, signal: withTimeout(signal) });

/** Throws an Error for a response whose status is no success. */
function requireSuccess(response: Response): Response {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response;
}

/** Reads a part of a list; the length of the whole list is in a response header. */
async function readPart<T>(address: OwnAddress, signal?: AbortSignal): Promise<Part<T>> {
  const response = requireSuccess(await get(address, signal));
  const items = await parseOwnJson<T[]>(response);
  // A proxy may respond with JSON of its own.
  if (!Array.isArray(items)) throw new Error(`${address} sent no list`);
  return { items, total: Number(response.headers.get('x-total-count')) || items.length };
}

function readNews({ category, page }: NewsQuery = {}, signal?: AbortSignal): Promise<Part<NewsItem>> {
  // The address of the first page has no number.
  return readPart(addressOf(ownPaths.news, {}, { query: { category, page: page === 1 ? undefined : page } }), signal);
}

async function readItem(slug: string, signal?: AbortSignal): Promise<NewsItem | null> {
  if (!isArticleSlug(slug)) return null;
  const response = await get(addressOf(ownPaths.newsItem, { slug }), signal);
  if (response.status === 404) return null;
  // The backend is down, and the server knows no such article. A load balancer may also answer 503, with another body.
  if (response.status === 503 && (await toPostAnswer(response)).error === 'unavailable') return null;
  return parseOwnJson<NewsItem>(requireSuccess(response));
}

async function readComments(newsId: string, page?: number, signal?: AbortSignal): Promise<Part<Comment>> {
  try {
    return await readPart(addressOf(ownPaths.comments, { id: newsId }, { query: { page } }), signal);
  } catch {
    return { items: [], total: 0 };
  }
}

async function readOrder(id: string, signal?: AbortSignal): Promise<Order | null> {
  const response = await get(addressOf(ownPaths.order, {}, { query: { id } }), signal);
  return response.status === 404 ? null : parseOwnJson<Order>(requireSuccess(response));
}

async function toPostAnswer(response: Response): Promise<PostAnswer> {
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, ...parseErrors(body), body };
}

/**
 * Sends JSON to this site's own /api. The status is 0 for an aborted request and when no response comes within 20 s.
 */
export async function postJson(
  address: OwnAddress,
  content: unknown,
  { idempotencyKey, signal }: PostOptions = {},
): Promise<PostAnswer> {
  try {
    // Without a cookie, the server chooses the language of answers and e-mails by `accept-language`.
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    const body = JSON.stringify(content);
    return await toPostAnswer(await fetch(address, { method: 'POST', headers, body, signal: withTimeout(signal) }));
  } catch {
    return { status: 0 };
  }
}

/**
 * The Api over this site's own /api, whose server falls back to older or built-in news while the backend is down. The
 * calls reject when this site does not answer, and when `signal` is aborted; `comments` returns an empty list instead.
 */
export function createBrowserApi(signal?: AbortSignal): Api {
  return {
    news: (query) => readNews(query, signal),
    featuredNews: async () => (await readPart<NewsItem>(ownPaths.featuredNews, signal)).items,
    newsCategories: async () => (await readPart<Category>(ownPaths.newsCategories, signal)).items,
    newsItem: (slug) => readItem(slug, signal),
    comments: (newsId, page) => readComments(newsId, page, signal),
    order: (id) => readOrder(id, signal),
  };
}
