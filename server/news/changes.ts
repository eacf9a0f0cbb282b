import { isNewsId } from '#shared/news-paths.ts';
import { propertyOf } from '#shared/property-of.ts';
import type { Metrics, PurgeScope } from '#server/operations/metrics.ts';

/** The changed content: some articles by their slugs, the comments on an article by its id, or everything. */
export type Change = { slugs: readonly string[] } | { commentsOf: string } | 'all';

/** Articles or comments have changed, and it is not known which. Each copy of the site detects this itself. */
export type AnyNewsChange = 'news';

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

interface Options {
  metrics: Pick<Metrics, 'purge'>;
  apply: Changes['apply'];
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

/** Applies changes that are published here or by another copy. */
export function createChanges({ metrics, apply, channel }: Options): Changes {
  function applyAnnounced(change: Change): void {
    metrics.purge(scopeOf(change));
    apply(change);
  }
  channel?.subscribe(applyAnnounced);
  return {
    publish(change) {
      applyAnnounced(change);
      channel?.publish(change);
    },
    apply,
  };
}
