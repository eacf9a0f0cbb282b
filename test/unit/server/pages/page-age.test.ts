import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageAges, freshnessOf, type Freshness } from '#server/pages/page-age.ts';
import { toCompletePage } from '#server/pages/page-cache.ts';

const ages = {
  ...pageAges,
  freshMs: 100,
  staleMs: 1000,
  staleIfErrorMs: 5000,
  degradedFreshMs: 20,
  degradedStaleMs: 50,
};
const storedAt = 1_000_000;

const states: [what: string, changes: object, expected: [age: number, state: Freshness][]][] = [
  [
    'a good page',
    {},
    [
      [0, 'fresh'],
      [99, 'fresh'],
      [100, 'stale'],
      [1099, 'stale'],
      [1100, 'expired'],
    ],
  ],
  [
    'a page with fallback content',
    { degraded: true },
    [
      [19, 'fresh'],
      [20, 'stale'],
      [69, 'stale'],
      [70, 'expired'],
    ],
  ],
  [
    'a page whose renewal has failed',
    { failedAt: storedAt },
    [
      [0, 'stale-if-error'],
      [999, 'stale-if-error'],
      [1000, 'expired'],
    ],
  ],
  [
    'a page whose renewals have failed for long',
    { failedAt: storedAt + 4500 },
    [
      [5000, 'stale-if-error'],
      [5001, 'expired'],
    ],
  ],
  [
    'a page with fallback content whose renewal has failed',
    { degraded: true, failedAt: storedAt },
    [
      [19, 'fresh'],
      [70, 'expired'],
    ],
  ],
];

describe('the age of a stored page', () => {
  for (const [what, changes, expected] of states) {
    it(`decides whether ${what} is shown`, async () => {
      const page = { ...toCompletePage({ status: 200, html: Buffer.of() }, storedAt), ...changes };
      for (const [age, state] of expected)
        assert.equal(freshnessOf(page, ages, storedAt + age), state, `after ${age} ms`);
    });
  }

  it('ends after a day, whatever the other limits say', async () => {
    const page = toCompletePage({ status: 200, html: Buffer.of() }, storedAt);
    const long = { ...ages, freshMs: 10_000 };
    assert.equal(freshnessOf(page, long, storedAt + 5000), 'fresh');
    assert.equal(freshnessOf(page, long, storedAt + 5001), 'expired');
  });

  it('is limited as the requirement says: a minute, ten minutes, a day', () => {
    const minutes = (ms: number) => ms / 60_000;
    assert.deepEqual([minutes(pageAges.freshMs), minutes(pageAges.staleMs)], [1, 10]);
    assert.equal(minutes(pageAges.staleIfErrorMs), 24 * 60);
    assert.ok(pageAges.degradedFreshMs + pageAges.degradedStaleMs < pageAges.freshMs, 'fallback content recovers soon');
  });
});
