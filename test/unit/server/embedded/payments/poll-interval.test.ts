import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pollIntervalMs } from '#server/embedded/payments/poll-orders.ts';

const hourMs = 3_600_000;

describe('the questions about an order', () => {
  it('become rarer as the order gets older', () => {
    const ages = [0, 20 * 60_000, 3 * hourMs, 48 * hourMs];
    assert.deepEqual(ages.map(pollIntervalMs), [10_000, 60_000, 600_000, hourMs]);
  });
});
