import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';

const folder = 'client/pages';

/** Whether a pixel has one of the reds of the sun. */
const isSun = (red: number, green: number, blue: number) => red > 200 && green < 110 && blue < 70;

/**
 * Returns how far the middle of the red columns is from the right edge of a drawing, and half of their number, as shares
 * of its width.
 */
async function findSun(picture: string): Promise<[centre: number, radius: number]> {
  const drawing = new Resvg(await readFile(join('static/art', picture), 'utf8'), { background: 'white' });
  const { width, height, pixels } = drawing.render();
  const columns = new Set<number>();
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    if (isSun(red, green, blue)) columns.add(at % width);
  }
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  return [1 - (first + last) / 2 / width, (last - first) / 2 / width];
}

describe('the sun of a page head', () => {
  it('is where the page says that it is, and as large', async () => {
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.tsx'));
    const sources = await Promise.all(pages.map((name) => readFile(join(folder, name), 'utf8')));
    const heads = sources.flatMap((source) => {
      const picture = /art\/(head-[\w-]+\.svg)/.exec(source)?.[1];
      const sun = /\bsun=\{\[([\d.]+), ([\d.]+)\]\}/.exec(source)?.slice(1).map(Number);
      return picture && sun ? { picture, sun } : [];
    });
    assert.ok(heads.length > 10);
    for (const { picture, sun } of heads) {
      const found = await findSun(picture);
      for (const [index, share] of found.entries())
        assert.ok(Math.abs((sun[index] ?? 0) - share) < 0.01, `${picture}: ${sun.join(', ')} is ${found.join(', ')}`);
    }
  });
});
