import type { NewsItem, NewsSummary } from './contracts/news.ts';

/** A news item without its bodies. */
export function toSummary({
  content: _c,
  content_uk: _cu,
  our_view: _v,
  our_view_uk: _vu,
  ...rest
}: NewsSummary & Partial<NewsItem>): NewsSummary {
  return rest;
}

/** News items without their bodies, which lists of cards do not show. */
export const summaries = (items: NewsItem[]): NewsSummary[] => items.map(toSummary);
