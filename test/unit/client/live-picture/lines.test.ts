import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEngraving } from '#client/live-picture/lines.ts';
import { movingParts } from '#client/live-picture/moving-parts.ts';

const folder = join(import.meta.dirname, '../../../../static/art');
const read = (name: string) => readFile(join(folder, `${name}.svg`), 'utf8');

describe('an engraving', () => {
  it('is read line by line: the middle of each, and its upper edge', () => {
    const path = 'M100 50l500-12 100 12-100 12zM0 145l50-5 50 8 0 4-50 8-50-5z';
    const svg = `<svg viewBox="0 0 120 80"><g transform="scale(0.1)"><path fill="#123456" d="${path}"/></g></svg>`;
    const { width, height, layers } = parseEngraving(svg);
    assert.deepEqual([width, height], [1200, 800]);
    const [{ colour, lines } = { colour: '', lines: [] }] = layers;
    assert.equal(colour, '#123456');
    assert.deepEqual(
      lines.map(({ middle, corners }) => [middle, ...corners]),
      [
        [50, 100, 0, 600, 12, 700, 0],
        [150, 0, 5, 50, 10, 100, 2],
      ],
    );
  });

  it('is every picture of a page head, with its ink first and its light second', async () => {
    const heads = (await readdir(folder)).filter((name) => name.startsWith('head-'));
    assert.ok(heads.length >= 16);
    for (const file of heads) {
      const { width, height, layers } = parseEngraving(await read(file.replace('.svg', '')));
      assert.deepEqual([width, height], [12_000, 8000], file);
      assert.equal(layers.length, 2, file);
      for (const { colour, lines } of layers) {
        assert.match(colour, /^#[0-9a-f]{6}$/i, file);
        for (const { middle, corners } of lines) {
          assert.ok(middle > 0 && middle < height, `${file} ${middle}`);
          assert.ok(!corners.includes(NaN), file);
        }
      }
    }
  });

  it('that has moving parts is there', async () => {
    for (const name of Object.keys(movingParts)) await read(name);
  });
});
