import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skyColours } from '#shared/skies.ts';
import { articleScene, pageScene } from '#server/link-previews/scenes.ts';

describe('a link preview', () => {
  it('has the colours of the sky that the page shows', () => {
    assert.deepEqual(pageScene('about').sky, { ...skyColours.noon, text: '#0b0e15' });
    assert.deepEqual(pageScene('home').sky, { ...skyColours.night, text: '#ffffff' });
  });

  it('of an article always has the same sky', () => {
    assert.deepEqual(articleScene('one-slug'), articleScene('one-slug'));
    const skies = new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => articleScene(slug).sky.sky));
    assert.equal(skies.size, 6);
  });
});
