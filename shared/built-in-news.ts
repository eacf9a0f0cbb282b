import type { Category, NewsItem } from './contracts/news.ts';
import news from './built-in-news.json' with { type: 'json' };

/** Built-in articles, shown until news could be fetched for the first time. */
export const builtInNews: NewsItem[] = news;
export const builtInCategories: Category[] = [
  { name: 'Technology', count: 5 },
  { name: 'General', count: 3 },
];
