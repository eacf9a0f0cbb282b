import type { Category, NewsItem } from './contracts/news.ts';
import samples from './sample-news.json' with { type: 'json' };

/** The built-in samples: shown where no news was ever fetched. */
export const sampleNews: NewsItem[] = samples;
export const sampleCategories: Category[] = [
  { name: 'Technology', count: 5 },
  { name: 'General', count: 3 },
];
