import type { Category, Comment, NewsItem, Part } from './contracts/news.ts';
import type { Order } from './contracts/order.ts';

/** The answer to a POST. */
export interface PostAnswer {
  /** 0 when there was no answer. */
  status: number;
  /** A code of this site's own server, or the error text of the backend. */
  error?: string;
  /** Message keys by field: only this site's own server sends them. */
  errors?: Record<string, string>;
  /** The parsed JSON of the answer, which may be that of a proxy; missing when it is not JSON. */
  body?: unknown;
}

export interface PostOptions {
  /** The same for every attempt to send the same content, so that the server does the work once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Which part of the list of news. */
export interface NewsQuery {
  category?: string;
  /** From 1 on; the newest are on the first. */
  page?: number;
}

/**
 * The data that pages read. On the server it comes from the backend, in the browser from /api of this site
 * (client/lib/browser-api.ts). Without an answer news falls back to the built-in news, and comments to an empty list.
 * On the server only `order` may reject; in the browser every read may, except `comments`.
 */
export interface Api {
  news(query?: NewsQuery): Promise<Part<NewsItem>>;
  featuredNews(): Promise<NewsItem[]>;
  newsCategories(): Promise<Category[]>;
  /** Null when there is no such article. */
  newsItem(slug: string): Promise<NewsItem | null>;
  /** The comments of a page of them, counted from the oldest; without a page the latest ones. */
  comments(newsId: string, page?: number): Promise<Part<Comment>>;
  /** Null when there is no such order. */
  order(id: string): Promise<Order | null>;
}
