import type { Answer, Api, PostOptions } from '#shared/api.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import type { Category, Comment, NewsItem } from '#shared/contracts/news.ts';

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw Object.assign(new Error(`${path} answered ${answer.status}`), { status: answer.status });
  return (await answer.json()) as T;
}

async function readList<T>(path: string, fallback: () => Promise<T[]>): Promise<T[]> {
  try {
    const list = await read<unknown>(path);
    return Array.isArray(list) ? (list as T[]) : await fallback();
  } catch {
    return fallback();
  }
}

const samples = async () => import('#shared/sample-news.ts');

async function answerOf(answer: Response): Promise<Answer> {
  const body = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
  const error = typeof body?.error === 'string' ? body.error : undefined;
  return { ok: answer.ok, status: answer.status, error, body };
}

/** Sends JSON to this site's own /api; no answer at all, or an aborted request, is status 0. */
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

/** The specification leaves the answer to a comment open: this is what a list can show. */
function isComment(body: unknown): body is Comment {
  const { id, author, content, date } = (body ?? {}) as Partial<Record<keyof Comment, unknown>>;
  return [id, author, content, date].every((value) => typeof value === 'string') && !isNaN(Date.parse(String(date)));
}

/** The Api over this site's own /api. Reads fall back to the built-in samples as spec.md, section 8 says. */
export function createBrowserApi(): Api {
  return {
    news: (category) =>
      readList<NewsItem>(
        category ? `/api/news?category=${encodeURIComponent(category)}` : '/api/news',
        async () => (await samples()).sampleNews,
      ),
    featuredNews: () => readList<NewsItem>('/api/news/featured', async () => (await samples()).sampleNews.slice(0, 3)),
    newsCategories: () => readList<Category>('/api/news/categories', async () => (await samples()).sampleCategories),
    newsItem: async (slug) => {
      if (!isArticleSlug(slug)) return null;
      try {
        return await read<NewsItem>(`/api/news/${encodeURIComponent(slug)}`);
      } catch {
        return (await samples()).sampleNews.find((item) => item.slug === slug) ?? null;
      }
    },
    comments: (newsId) =>
      readList<Comment>(`/api/news/${encodeURIComponent(newsId)}/comments`, () => Promise.resolve([])),
    postComment: async (newsId, comment, options) => {
      const { body, ...answer } = await postJson(`/api/news/${encodeURIComponent(newsId)}/comments`, comment, options);
      return isComment(body) ? { ...answer, body } : answer;
    },
  };
}
