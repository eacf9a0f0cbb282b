import type { Api } from '#shared/api.ts';

const open = async () => (await import('./browser-api.ts')).createBrowserApi();

/** The browser's Api, whose code comes with the first call: a page that has just been sent needs none. */
export function createLateApi(): Api {
  return {
    news: async (category) => (await open()).news(category),
    featuredNews: async () => (await open()).featuredNews(),
    newsCategories: async () => (await open()).newsCategories(),
    newsItem: async (slug) => (await open()).newsItem(slug),
    comments: async (newsId) => (await open()).comments(newsId),
    postComment: async (newsId, comment, options) => (await open()).postComment(newsId, comment, options),
  };
}
