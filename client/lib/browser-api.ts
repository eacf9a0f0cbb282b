import { addressOf, type Address } from '#shared/address.ts';
import type { PostAnswer, Api, NewsQuery, PostOptions } from '#shared/api.ts';
import type { Category, Comment, NewsItem, Part } from '#shared/contracts/news.ts';
import type { Order } from '#shared/contracts/order.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import { ownPaths, type OwnPath } from '#shared/own-paths.ts';
import type { ReportError } from './error-reporter.ts';
import { parseOwnJson } from './own-json.ts';
import { parseErrors } from './post-answer.ts';
import { withTimeout } from './with-timeout.ts';

type BuiltIn = typeof import('#shared/built-in-news.ts');

/** An address of this site that is not a page. */
type OwnAddress = OwnPath | Address<OwnPath>;

interface BrowserApiOptions {
  /** Aborts all requests. */
  signal?: AbortSignal;
  /** Called when the code of the built-in news does not load. */
  reportError?: ReportError;
}

/** A response whose status is not a success. */
class StatusError extends Error {
  override name = 'StatusError';
  readonly status: number;
  constructor(address: string, status: number) {
    super(`${address} answered ${status}`);
    this.status = status;
  }
}

/** The response to a GET of this site's own /api; throws a StatusError when its status is no success. */
async function get(address: OwnAddress, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal: withTimeout(signal) });
  if (!response.ok) throw new StatusError(address, response.status);
  return response;
}

/** Reads a part of a list; the length of the whole list is in a response header. */
async function readPart<T>(address: OwnAddress, signal?: AbortSignal): Promise<Part<T>> {
  const response = await get(address, signal);
  const items = await parseOwnJson<T[]>(response);
  // A proxy may respond with JSON of its own.
  if (!Array.isArray(items)) throw new Error(`${address} sent no list`);
  return { items, total: Number(response.headers.get('x-total-count')) || items.length };
}

/** Returns a value of the built-in news; throws `error`, the failure of the backend, when their code does not load. */
async function fromBuiltIn<T>(
  pick: (builtIn: BuiltIn) => T,
  error: unknown,
  { signal, reportError }: BrowserApiOptions,
): Promise<T> {
  if (signal?.aborted) throw error;
  let builtIn: BuiltIn;
  try {
    builtIn = await import('#shared/built-in-news.ts');
  } catch (chunkError) {
    reportError?.('caught', chunkError);
    throw error;
  }
  return pick(builtIn);
}

async function readList<T>(
  address: OwnAddress,
  pick: (builtIn: BuiltIn) => T[],
  options: BrowserApiOptions,
): Promise<T[]> {
  try {
    return (await readPart<T>(address, options.signal)).items;
  } catch (error) {
    return fromBuiltIn(pick, error, options);
  }
}

/** A page number in the form of addresses: the first page has none. */
const printPage = (page: number) => (page === 1 ? undefined : String(page));

async function readNews({ category, page = 1 }: NewsQuery = {}, options: BrowserApiOptions): Promise<Part<NewsItem>> {
  const query = { category, page: printPage(page) };
  try {
    return await readPart(addressOf(ownPaths.news, {}, { query }), options.signal);
  } catch (error) {
    const pick = ({ builtInNews }: BuiltIn) => ({ items: page > 1 ? [] : builtInNews, total: builtInNews.length });
    return fromBuiltIn(pick, error, options);
  }
}

async function readItem(slug: string, options: BrowserApiOptions): Promise<NewsItem | null> {
  if (!isArticleSlug(slug)) return null;
  try {
    return await parseOwnJson<NewsItem>(await get(addressOf(ownPaths.newsItem, { slug }), options.signal));
  } catch (error) {
    const status = error instanceof StatusError ? error.status : 0;
    // The backend has no such article, so a built-in one with this name has been deleted.
    if (status === 404) return null;
    const item = await fromBuiltIn(({ builtInNews }) => builtInNews.find((one) => one.slug === slug), error, options);
    if (item) return item;
    // Without the backend, the server has only the built-in articles. After another failure it may have this one.
    if (status === 503) return null;
    throw error;
  }
}

async function readComments(newsId: string, page?: number, signal?: AbortSignal): Promise<Part<Comment>> {
  const query = { page: page === undefined ? undefined : String(page) };
  try {
    return await readPart(addressOf(ownPaths.comments, { id: newsId }, { query }), signal);
  } catch {
    return { items: [], total: 0 };
  }
}

async function readOrder(id: string, signal?: AbortSignal): Promise<Order | null> {
  try {
    return await parseOwnJson<Order>(await get(addressOf(ownPaths.order, {}, { query: { id } }), signal));
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return null;
    throw error;
  }
}

async function toPostAnswer(response: Response): Promise<PostAnswer> {
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, ...parseErrors(body), body };
}

/** Sends JSON to this site's own /api. The status is 0 for an aborted request and when no response comes within 20 s. */
export async function postJson(
  address: OwnAddress,
  content: unknown,
  { idempotencyKey, signal }: PostOptions = {},
): Promise<PostAnswer> {
  try {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    const body = JSON.stringify(content);
    return await toPostAnswer(await fetch(address, { method: 'POST', headers, body, signal: withTimeout(signal) }));
  } catch {
    return { status: 0 };
  }
}

/**
 * The Api over this site's own /api. Reads of news fall back to the built-in news. They reject only when the code of the
 * built-in news does not load either, when `signal` is aborted, or when the failure does not tell whether an article
 * exists. Comments fall back to an empty list. `order` rejects without a response.
 */
export function createBrowserApi(options: BrowserApiOptions = {}): Api {
  const { signal } = options;
  return {
    news: (query) => readNews(query, options),
    featuredNews: () =>
      readList<NewsItem>(ownPaths.featuredNews, ({ builtInNews }) => builtInNews.slice(0, 3), options),
    newsCategories: () => readList<Category>(ownPaths.newsCategories, (builtIn) => builtIn.builtInCategories, options),
    newsItem: (slug) => readItem(slug, options),
    comments: (newsId, page) => readComments(newsId, page, signal),
    order: (id) => readOrder(id, signal),
  };
}
