import type { NewsItem, NewsSummary } from './contracts/news.ts';

/** Drops the bodies: a list of cards does not need them. */
export function summaries(items: NewsItem[]): NewsSummary[] {
  return items.map(({ content: _c, content_uk: _cu, our_view: _v, our_view_uk: _vu, ...summary }) => summary);
}
