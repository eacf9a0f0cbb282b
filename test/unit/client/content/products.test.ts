import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { products } from '#client/content/products.ts';
import pageTexts from '../../../../locales/en/our-products.json' with { type: 'json' };
import carouselTexts from '../../../../locales/en/products.json' with { type: 'json' };

describe('the products', () => {
  it('are six, each with texts for the products page and for the carousel', () => {
    const ids = products.map(({ id }) => id);
    assert.deepEqual(ids, Object.keys(pageTexts.items));
    assert.deepEqual(ids, Object.keys(carouselTexts.items));
    assert.equal(products.length, 6);
  });

  it('have no page but GITL, the only one that is available', () => {
    for (const { id, statusType, link } of products) {
      assert.equal(statusType, id === 'gitl' ? 'available' : 'development');
      assert.equal(link, id === 'gitl' ? '/gitl' : null);
    }
  });
});
