import type { TestContext } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { answerAsUsual, fakeBackend, sendJson } from './fake-backend.ts';
import { serve, type ServeOptions, type Served } from './serve.ts';

/** The site over a backend that has these articles and no others. */
export async function serveArticles(t: TestContext, articles: NewsItem[], options: ServeOptions = {}): Promise<Served> {
  const backend = await fakeBackend(t);
  backend.respondWith((request, response, body) => {
    const path = request.url ?? '';
    const found = articles.find(({ slug }) => path === `/api/news/${slug}`);
    if (found) sendJson(response, 200, found);
    else if (path === '/api/news' || path === '/api/news/featured') sendJson(response, 200, articles);
    else answerAsUsual(request, response, body);
  });
  return serve(t, { ...options, backend });
}
