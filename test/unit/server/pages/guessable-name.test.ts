import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRoute } from '#client/routes.ts';
import { guessableName } from '#server/pages/guessable-name.ts';

function nameIn(path: string, withCategory = true): string | null {
  const address = new URL(path, 'http://site');
  return guessableName(findRoute(address.pathname), address, { withCategory });
}

describe('the name in an address that may be made up', () => {
  it('is a slug, an order or a category', () => {
    assert.equal(nameIn('/news/made-up'), 'made-up');
    assert.equal(nameIn('/checkout?order=made-up'), 'made-up');
    assert.equal(nameIn('/news?category=made-up'), 'made-up');
  });

  it('is no category where categories are not wanted', () => {
    assert.equal(nameIn('/news?category=made-up', false), null);
    assert.equal(nameIn('/checkout?order=made-up', false), 'made-up');
  });

  it('is absent where nothing is read from the backend by name', () => {
    for (const path of ['/about', '/nowhere', '/checkout', '/checkout?order=', '/news?category=', '/news?category=all'])
      assert.equal(nameIn(path), null, path);
  });
});
