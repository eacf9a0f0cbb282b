import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseId } from '#server/embedded/lib/parse-id.ts';

describe('an id of the database', () => {
  it('is a positive number of at most fifteen digits', () => {
    assert.equal(parseId('1'), 1);
    assert.equal(parseId('9'.repeat(15)), 999_999_999_999_999);
  });

  it('is nothing else', () => {
    for (const text of [undefined, '', '0', '-1', '+1', '01', '1.5', '1e3', ' 1', '1\n', 'x', '٣', '9'.repeat(16)])
      assert.equal(parseId(text), null, JSON.stringify(text));
  });
});
