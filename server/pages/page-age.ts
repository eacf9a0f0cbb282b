import type { CompletePage } from './page-cache.ts';

/** The maximum ages of cached pages, in milliseconds. */
export interface PageAges {
  /** Up to this age a page is fresh: it is served without being renewed. */
  freshMs: number;
  /** For this long after that it is served while it is rendered again. */
  staleMs: number;
  /** While the backend fails, a page is served up to this age, if the last failure is not older than `staleMs`. */
  staleIfErrorMs: number;
  /**
   * The first two ages for a page with fallback content, which must be renewed soon after the backend has recovered.
   */
  degradedFreshMs: number;
  degradedStaleMs: number;
  /** The pause after a failed renewal. */
  retryMs: number;
  /** How long a renewal waits for a slow backend; no visitor waits for a renewal. */
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
 * `fresh`: served unchanged; `stale`: served while a new one is rendered; `stale-if-error`: served because the backend
 * fails; `expired`: not served any more.
 */
export type Freshness = 'fresh' | 'stale' | 'stale-if-error' | 'expired';

/** The state at the time `at`, of the same clock as `storedAt`. */
export function freshnessOf({ storedAt, degraded, failedAt }: CompletePage, ages: PageAges, at: number): Freshness {
  const age = at - storedAt;
  if (age > ages.staleIfErrorMs) return 'expired';
  if (degraded) {
    if (age < ages.degradedFreshMs) return 'fresh';
    return age < ages.degradedFreshMs + ages.degradedStaleMs ? 'stale' : 'expired';
  }
  // The last failure is old and the backend may have recovered, so the next visitor waits for a new page.
  if (failedAt !== undefined) return at - failedAt < ages.staleMs ? 'stale-if-error' : 'expired';
  if (age < ages.freshMs) return 'fresh';
  return age < ages.freshMs + ages.staleMs ? 'stale' : 'expired';
}
