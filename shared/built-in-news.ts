import type { Category, NewsItem } from './contracts/news.ts';
import news from './built-in-news.json' with { type: 'json' };

/** Built-in articles, shown until news could be fetched for the first time. */
export const builtInNews: NewsItem[] = news;
export const builtInCategories: Category[] = [...new Set(news.map(({ category }) => category))].map((name) => ({
  name,
  count: news.filter(({ category }) => category === name).length,
}));
