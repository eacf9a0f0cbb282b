import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isArticleSlug, isNewsId } from '#shared/news-paths.ts';

describe('a part of a path to the backend', () => {
  for (const value of ['.', '..', '', 'a/b', 'a\\b', '%2e', 'a?b', 'a#b', 'a b', 'a'.repeat(201), 'ґ']) {
    it(`is neither slug nor id: ${value.slice(0, 10)}`, () => {
      assert.equal(isArticleSlug(value), false);
      assert.equal(isNewsId(value), false);
    });
  }

  it('accepts slugs and ids of articles', () => {
    assert.ok(isArticleSlug('smart-protective-equipment') && isArticleSlug('a_1'));
    assert.ok(isNewsId('7') && isNewsId('65f0c2') && isNewsId('news:7') && isNewsId('1.2'));
  });

  it('is no slug when it is the name of another list', () => {
    assert.equal(isArticleSlug('featured'), false);
    assert.equal(isArticleSlug('categories'), false);
  });
});
