import type { Api } from '#shared/api.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { summaries } from '#shared/news-summary.ts';
import type { PagePath } from '../routes.ts';

/** The number of articles at the end of a service page. */
const maxArticles = 3;

/** The data of a service page. */
export interface ServiceData {
  articles: Promise<NewsSummary[]>;
}

/** Loads the articles whose text links to the page of a service, among those on the first page of the news. */
export function loadArticlesAbout(path: PagePath) {
  const link = `href="${path}"`;
  return ({ api }: { api: Api }): Promise<ServiceData> => {
    const articles = api
      .news()
      .then(({ items }) => summaries(items.filter(({ content }) => content.includes(link)).slice(0, maxArticles)))
      // The page is complete without these articles.
      .catch(() => []);
    return Promise.resolve({ articles });
  };
}
