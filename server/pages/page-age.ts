import type { StoredPage } from './page-cache.ts';

/** Every age and limit of stored pages; times in milliseconds. */
export interface PageAges {
  /** A page this old is served without a thought. */
  freshMs: number;
  /** After that it is served for so long while it is rendered anew. */
  staleMs: number;
  /** While the backend fails, a page is served until it is this old; the last failure is no older than `staleMs`. */
  staleIfErrorMs: number;
  /** The same two limits for a page with fallback content, which must recover with the backend. */
  degradedFreshMs: number;
  degradedStaleMs: number;
  /** After a failed renewal the next one waits this long. */
  retryMs: number;
  /** A renewal may wait this long for a slow backend; no visitor waits for a renewal. */
  renewalTimeoutMs: number;
}

export const pageAges: PageAges = {
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  staleIfErrorMs: 24 * 60 * 60_000,
  degradedFreshMs: 2000,
  degradedStaleMs: 10_000,
  retryMs: 2000,
  renewalTimeoutMs: 8000,
};

/**
 * `fresh`: shown as it is; `stale`: shown while a new one is rendered; `failing`: shown because the backend fails;
 * `expired`: not shown any more.
 */
export type PageState = 'fresh' | 'stale' | 'failing' | 'expired';

/** `at` is a time as `Date.now()` gives it. */
export function stateOf({ storedAt, degraded, failedAt }: StoredPage, ages: PageAges, at: number): PageState {
  const age = at - storedAt;
  if (age > ages.staleIfErrorMs) return 'expired';
  if (degraded) {
    if (age < ages.degradedFreshMs) return 'fresh';
    return age < ages.degradedFreshMs + ages.degradedStaleMs ? 'stale' : 'expired';
  }
  // Nobody has asked for so long: the backend may be well again, and the next visitor waits for it to say.
  if (failedAt !== undefined) return at - failedAt < ages.staleMs ? 'failing' : 'expired';
  if (age < ages.freshMs) return 'fresh';
  return age < ages.freshMs + ages.staleMs ? 'stale' : 'expired';
}
