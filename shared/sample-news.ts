import type { Category, NewsItem } from './contracts/news.ts';
import samples from './sample-news.json' with { type: 'json' };

/** Built-in articles, shown until news could be fetched for the first time. */
export const sampleNews: NewsItem[] = samples;
export const sampleCategories: Category[] = [
  { name: 'Technology', count: 5 },
  { name: 'General', count: 3 },
];
