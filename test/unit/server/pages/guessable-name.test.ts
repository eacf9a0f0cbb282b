import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findGuessable } from '#server/pages/guessable-name.ts';

const nameIn = (path: string, withCategory = true) => findGuessable(new URL(path, 'http://site'), { withCategory });

describe('the name in an address that may be made up', () => {
  it('is a slug, an order or a category', () => {
    assert.deepEqual(nameIn('/news/made-up'), { kind: 'slug', name: 'made-up' });
    assert.deepEqual(nameIn('/checkout?order=made-up'), { kind: 'order', name: 'made-up' });
    assert.deepEqual(nameIn('/news?category=made-up'), { kind: 'category', name: 'made-up' });
  });

  it('is no category where categories are not wanted', () => {
    assert.equal(nameIn('/news?category=made-up', false), null);
    assert.deepEqual(nameIn('/checkout?order=made-up', false), { kind: 'order', name: 'made-up' });
  });

  it('is absent where nothing is read from the backend by name', () => {
    for (const path of ['/about', '/nowhere', '/checkout', '/checkout?order=', '/news?category=', '/news?category=all'])
      assert.equal(nameIn(path), null, path);
  });
});
