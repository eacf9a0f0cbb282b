import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from '#server/backend/retry-after-header.ts';

describe('the Retry-After header of a backend', () => {
  it('is seconds, or the time until a date', () => {
    assert.equal(parseRetryAfter('7'), 7);
    const seconds = parseRetryAfter(new Date(Date.now() + 60_000).toUTCString());
    assert.ok(seconds !== null && seconds > 55 && seconds <= 60, String(seconds));
  });

  it('is at least a second and at most an hour', () => {
    assert.deepEqual(['0', '99999999999', 'Sun, 06 Nov 1994 08:49:37 GMT'].map(parseRetryAfter), [1, 3600, 1]);
  });

  it('is ignored when it is anything else', () => {
    assert.deepEqual(['-5, evil', '', 'soon'].map(parseRetryAfter), [null, null, null]);
  });
});
