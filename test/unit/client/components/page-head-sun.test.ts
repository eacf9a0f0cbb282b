import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';

const folder = 'client/pages';

/** The lamp of the lighthouse, whose beam crosses the picture, is in the place of the sun. */
const withoutSun = ['head-contacts.svg'];

/** Whether a pixel has one of the reds of the sun. */
const isSun = (red: number, green: number, blue: number) => red > 200 && green < 110 && blue < 70;

/** Returns how far the middle of the red columns is from the right edge of a drawing, as a share of its width. */
async function findSun(picture: string): Promise<number> {
  const drawing = new Resvg(await readFile(join('static/art', picture), 'utf8'), { background: 'white' });
  const { width, height, pixels } = drawing.render();
  const columns = new Set<number>();
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    if (isSun(red, green, blue)) columns.add(at % width);
  }
  return 1 - (Math.min(...columns) + Math.max(...columns)) / 2 / width;
}

describe('the sun of a page head', () => {
  it('is where the page says that it is', async () => {
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.tsx'));
    const sources = await Promise.all(pages.map((name) => readFile(join(folder, name), 'utf8')));
    const heads = sources.flatMap((source) => {
      const picture = /art\/(head-[\w-]+\.svg)/.exec(source)?.[1];
      return picture && !withoutSun.includes(picture) ? { picture, sun: /\bsun=\{([\d.]+)\}/.exec(source)?.[1] } : [];
    });
    assert.ok(heads.length > 10);
    for (const { picture, sun } of heads)
      assert.ok(Math.abs(Number(sun) - (await findSun(picture))) < 0.01, `${picture}: ${sun}`);
  });
});
