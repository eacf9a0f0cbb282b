import { articlePath } from '#shared/article-path.ts';
import { isNewsId } from '#shared/news-paths.ts';
import { propertyOf } from '#shared/property-of.ts';
import type { Metrics, PurgeScope } from '#server/operations/metrics.ts';
import type { NewsRepository } from './news-repository.ts';

/** The changed content: some articles by their slugs, the comments on an article by its id, or everything. */
export type Change = { slugs: readonly string[] } | { commentsOf: string } | 'all';

/** Articles or comments have changed, and it is not known which. Each copy of the site detects this itself. */
type AnyNewsChange = 'news';

/** The channel through which copies of the site publish changes to each other. */
export interface ChangeChannel {
  publish(change: Change): void;
  subscribe(listener: (change: Change) => void): void;
}

export interface Changes {
  /** Removes the changed data from the caches here and in every other copy. */
  publish(change: Change): void;
  /** Removes the changed data from the caches of this process. */
  apply(change: Change | AnyNewsChange): void;
}

interface Cache {
  purge(matches: (path: string) => boolean): void;
}

interface Options {
  newsRepository: Pick<NewsRepository, 'expire' | 'expireComments' | 'slugOf'>;
  /** Whether the page of a path shows articles. */
  showsNews(path: string): boolean;
  /** The caches of what is made of the answers, by the path of the page. */
  caches: readonly Cache[];
  metrics: Pick<Metrics, 'purge'>;
  channel?: ChangeChannel | undefined;
}

const slugPattern = /^[\w-]{1,200}$/;
const maxSlugs = 1000;

/** Reads `{"slugs": ["a"]}`, `{"commentsOf": "7"}` or `{"all": true}`; null for anything else. */
export function parseChange(body: unknown): Change | null {
  if (propertyOf(body, 'all') === true) return 'all';
  const commentsOf = propertyOf(body, 'commentsOf');
  if (typeof commentsOf === 'string' && isNewsId(commentsOf)) return { commentsOf };
  const slugs = propertyOf(body, 'slugs');
  if (!Array.isArray(slugs) || slugs.length === 0 || slugs.length > maxSlugs) return null;
  const isSlug = (slug: unknown): slug is string => typeof slug === 'string' && slugPattern.test(slug);
  return slugs.every(isSlug) ? { slugs } : null;
}

function scopeOf(change: Change): PurgeScope {
  if (change === 'all') return 'all';
  return 'slugs' in change ? 'articles' : 'comments';
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

/** Creates the functions that apply changes, and applies those that another copy publishes. */
export function createChanges(options: Options): Changes {
  const { caches, metrics, channel } = options;

  function apply(change: Change | AnyNewsChange): void {
    const isChanged = expireAnswers(options, change);
    for (const cache of caches) cache.purge(isChanged);
  }

  function applyPublished(change: Change): void {
    metrics.purge(scopeOf(change));
    apply(change);
  }

  channel?.subscribe(applyPublished);
  return {
    publish(change) {
      applyPublished(change);
      channel?.publish(change);
    },
    apply,
  };
}
