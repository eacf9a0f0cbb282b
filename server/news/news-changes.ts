import { articlePath } from '#shared/article-path.ts';
import { showsNews } from '#server/pages/page-routes.ts';
import type { Change, Changes } from './changes.ts';
import type { NewsRepository } from './news-repository.ts';

type Repository = Pick<NewsRepository, 'expire' | 'expireComments' | 'slugOf'>;

/**
 * Expires the backend's answers that a change concerns. Returns a function that matches the paths of the pages that
 * show them.
 */
function expireAnswers(newsRepository: Repository, change: Change): (path: string) => boolean {
  if (change === 'all') {
    newsRepository.expire();
    return () => true;
  }
  if ('slugs' in change) {
    newsRepository.expire(change.slugs);
    // Lists, other articles and the pages of services name articles.
    return showsNews;
  }
  newsRepository.expireComments(change.commentsOf);
  const slug = newsRepository.slugOf(change.commentsOf);
  return (path) => slug !== null && path === articlePath({ slug });
}

interface Cache {
  purge(matches: (path: string) => boolean): void;
}

/** Creates the function that removes the data of a news change from the caches of this process. */
export function createApplyChange(newsRepository: Repository, caches: readonly Cache[]): Changes['apply'] {
  return (change) => {
    const isChanged = expireAnswers(newsRepository, change);
    for (const cache of caches) cache.purge(isChanged);
  };
}
