import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apps } from '#client/lib/apps.ts';
import english from '../../../../locales/en/our-products.json' with { type: 'json' };

// spec.md, section 2
describe('the products page', () => {
  it('shows six products, each with texts', () => {
    assert.deepEqual(
      apps.map(({ id }) => id),
      Object.keys(english.items),
    );
    assert.equal(apps.length, 6);
  });

  it('links to GITL alone, the only one available', () => {
    for (const { id, statusType, link } of apps) {
      assert.equal(statusType, id === 'gitl' ? 'available' : 'development');
      assert.equal(link, id === 'gitl' ? '/gitl' : null);
    }
  });
});
