import type { NewsItem, NewsSummary } from './contracts/news.ts';

/** News items without their bodies, which lists of cards do not show. */
export function summaries(items: NewsItem[]): NewsSummary[] {
  return items.map(({ content: _c, content_uk: _cu, our_view: _v, our_view_uk: _vu, ...summary }) => summary);
}
