import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { builtInNews } from '#shared/built-in-news.ts';
import seed from '#server/embedded/storage/seed-news.json' with { type: 'json' };
import { smallCover } from '#client/components/small-cover.ts';

const folder = join(import.meta.dirname, '../../../../static/news');
const readCover = (address: string) => readFile(join(folder, address.replace('/media/news/', '')), 'utf8');
const viewBoxOf = (svg: string) => /viewBox="([^"]+)"/.exec(svg)?.[1];

describe('the small drawing of a cover', () => {
  it('exists for every cover of the articles that come with the site, in the same shape, with at most 5 kB', async () => {
    for (const { image } of [...seed, ...builtInNews]) {
      assert.ok(image);
      const small = smallCover(image);
      assert.ok(small, image);
      const [drawing, cover] = [await readCover(small), await readCover(image)];
      assert.equal(viewBoxOf(drawing), viewBoxOf(cover), small);
      assert.ok(drawing.length <= 5000, `${small}: ${drawing.length}`);
    }
  });

  it('does not exist for other pictures', () => {
    for (const address of [
      '/media/news/other.svg',
      '/media/news/ship.svg?v=2',
      '/media/-/media/news/ship.svg',
      '/media/pictures/0123456789abcdef0123456789abcdef-card.webp',
    ])
      assert.equal(smallCover(address), undefined, address);
  });
});
