import type { Category, Comment, NewComment, NewsItem } from './contracts/news.ts';

/** What a post came to: `ok`, or the backend's status (0 when there was no answer) and its error text. */
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

/** Words that follow /api/news/ and mean something else than an article (spec.md, section 7). */
const otherNews = new Set(['featured', 'categories']);

export function isArticleSlug(slug: string): boolean {
  return !otherNews.has(slug);
}

/**
 * What a page may ask. The server answers it from the backend (server/backend/api.ts), the browser from this
 * site's own /api (client/lib/browser-api.ts). The reads never fail: they fall back as spec.md, section 8 says.
 */
export interface Api {
  news(category?: string): Promise<NewsItem[]>;
  featuredNews(): Promise<NewsItem[]>;
  newsCategories(): Promise<Category[]>;
  /** Null when there is no such article. */
  newsItem(slug: string): Promise<NewsItem | null>;
  comments(newsId: string): Promise<Comment[]>;
  /** In the browser a body is the comment as the backend has taken it in, or missing. */
  postComment(newsId: string, comment: NewComment, options?: PostOptions): Promise<Answer>;
}
