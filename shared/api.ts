import type { Order } from './contracts/order.ts';
import type { Category, Comment, NewComment, NewsItem } from './contracts/news.ts';

/** The result of a POST: `ok`, or the status of the backend (0 when there was no answer) and its error text. */
export interface Answer<Body = unknown> {
  ok: boolean;
  status: number;
  error?: string;
  body?: Body;
}

export interface PostOptions {
  /** The same for every attempt to send the same content, so that the server does the work once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * The data that pages read and write. On the server it comes from the backend, in the browser from /api of this site
 * (client/lib/browser-api.ts). The reads never reject: without an answer news falls back to the samples, comments to an
 * empty list.
 */
export interface Api {
  news(category?: string): Promise<NewsItem[]>;
  featuredNews(): Promise<NewsItem[]>;
  newsCategories(): Promise<Category[]>;
  /** Null when there is no such article. */
  newsItem(slug: string): Promise<NewsItem | null>;
  comments(newsId: string): Promise<Comment[]>;
  /** In the browser the body of the answer is the stored comment, where the backend returns it. */
  /** Null when there is no such order. */
  order(id: string): Promise<Order | null>;
  postComment(newsId: string, comment: NewComment, options?: PostOptions): Promise<Answer>;
}
