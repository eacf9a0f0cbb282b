import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propertyOf } from '#shared/property-of.ts';

describe('a property of a value of unknown shape', () => {
  it('is found in objects and errors', () => {
    assert.equal(propertyOf({ last: 1 }, 'last'), 1);
    assert.equal(propertyOf(Object.assign(new Error('gone'), { code: 'ENOENT' }), 'code'), 'ENOENT');
    assert.equal(propertyOf(AbortSignal.timeout(0), 'aborted'), false);
  });

  it('is undefined if there is none', () => {
    for (const value of [undefined, null, 'text', 1, {}, []]) assert.equal(propertyOf(value, 'last'), undefined);
  });
});
