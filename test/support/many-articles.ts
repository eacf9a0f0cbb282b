import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NewsItem } from '#shared/contracts/news.ts';
import { toSummary } from '#shared/news-summary.ts';
import { articles, sendJson } from './fake-backend.ts';

const text = 'A pilot pays off when the people who work with it are asked first, and when somebody counts. '.repeat(60);

/** Articles of two categories by turns, newest first. */
const manyArticles = (count: number): NewsItem[] =>
  Array.from({ length: count }, (_, position) => ({
    ...(articles[0] as NewsItem),
    id: `id-${position}`,
    slug: `article-${position}`,
    category: position % 2 === 0 ? 'Technology' : 'General',
    headline: `Headline number ${position}`,
    content: `<p>${text}</p>${position === 700 ? '<img src="/pictures/in-the-text.svg" alt="x">' : ''}`,
    image: `/pictures/${position}.svg`,
    date: new Date(Date.UTC(2026, 0, 1) - position * 3_600_000).toISOString(),
  }));

const manyComments = Array.from({ length: 1000 }, (_, position) => ({
  id: String(position + 1),
  author: `Reader ${position + 1}`,
  content: `Remark number ${position + 1}: it depends on what is counted, and by whom.`,
  date: new Date(Date.UTC(2026, 0, 2) + position * 60_000).toISOString(),
}));

/**
 * Answers the reads of a backend that has `count` articles with 1,000 comments each; it knows parts of lists, or does
 * not. `onRead` hears which part of the list was asked for, such as '0-23'.
 */
export function answerManyArticles(
  { count, knowsParts }: { count: number; knowsParts: boolean },
  onRead: (range: string) => void = () => undefined,
) {
  const all = manyArticles(count);

  function answerList(request: IncomingMessage, response: ServerResponse, category: string | null): void {
    const list = category ? all.filter((item) => item.category === category) : all;
    const [, from = '0', to = '0'] = /^items=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    onRead(`${from}-${to}`);
    if (!knowsParts) return sendJson(response, 200, list);
    const part = list.slice(Number(from), Number(to) + 1);
    const isBrief = request.headers.prefer === 'return=minimal';
    response.writeHead(206, {
      'content-type': 'application/json',
      'content-range': `items ${from}-${Number(from) + part.length - 1}/${list.length}`,
    });
    response.end(JSON.stringify(isBrief ? part.map(toSummary) : part));
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://backend');
    if (pathname.endsWith('/comments')) return sendJson(response, 200, manyComments);
    if (pathname.endsWith('.svg')) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      return;
    }
    if (pathname === '/api/news/featured') return sendJson(response, 200, all.slice(0, 3));
    if (pathname === '/api/news/categories')
      return sendJson(response, 200, [
        { name: 'Technology', count: Math.ceil(count / 2) },
        { name: 'General', count: Math.floor(count / 2) },
      ]);
    if (pathname === '/api/news') return answerList(request, response, searchParams.get('category'));
    const item = all.find(({ slug }) => pathname === `/api/news/${slug}`);
    return sendJson(response, item ? 200 : 404, item ?? { error: 'not found' });
  };
}
