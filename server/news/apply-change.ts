import { articlePath } from '#shared/article-path.ts';
import type { AnyNewsChange, Change, Changes } from './changes.ts';
import type { NewsRepository } from './news-repository.ts';

interface Cache {
  purge(matches: (path: string) => boolean): void;
}

interface Options {
  newsRepository: Pick<NewsRepository, 'expire' | 'expireComments' | 'slugOf'>;
  /** Whether the page of a path shows articles. */
  showsNews(path: string): boolean;
  caches: readonly Cache[];
}

/**
 * Expires the backend's answers that a change concerns. Returns a function that matches the paths of the pages that
 * show them.
 */
function expireAnswers(
  { newsRepository, showsNews }: Options,
  change: Change | AnyNewsChange,
): (path: string) => boolean {
  if (change === 'all' || change === 'news') {
    newsRepository.expire();
    return change === 'all' ? () => true : showsNews;
  }
  if ('slugs' in change) {
    newsRepository.expire(change.slugs);
    // Lists, other articles and the pages of services have links to articles.
    return showsNews;
  }
  newsRepository.expireComments(change.commentsOf);
  const slug = newsRepository.slugOf(change.commentsOf);
  return (path) => slug !== null && path === articlePath({ slug });
}

/** Creates the function that removes the data of a news change from the caches of this process. */
export function createApplyChange(options: Options): Changes['apply'] {
  return (change) => {
    const isChanged = expireAnswers(options, change);
    for (const cache of options.caches) cache.purge(isChanged);
  };
}
