import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columns, wirePaths } from '#client/content/architecture.ts';
import english from '../../../../locales/en/details.json' with { type: 'json' };

describe('the architecture diagram', () => {
  it('has 6, 12 and 4 items in its columns, each with a text', () => {
    assert.deepEqual(
      columns.map(({ items }) => items.length),
      [6, 12, 4],
    );
    for (const { id, items } of columns) {
      const keys = Object.keys(english.diagram.items[id]).map((key) => `${id}.${key}`);
      assert.deepEqual(
        items.map(({ key }) => key),
        keys,
      );
    }
  });

  it('is as many rows high as its items need', () => {
    for (const { items, abreast, rows } of columns) assert.equal(items.length / abreast, rows);
  });
});

describe('wires', () => {
  it('run straight between columns of equal height', () => {
    assert.deepEqual(wirePaths(2, 2), ['M0 25.0C50 25.0 50 25.0 100 25.0', 'M0 75.0C50 75.0 50 75.0 100 75.0']);
  });

  it('end at the last row of the shorter column', () => {
    const ends = wirePaths(6, 4).map((path) => path.split(' ').at(-1));
    assert.deepEqual(ends, ['12.5', '37.5', '62.5', '87.5', '87.5', '87.5']);
  });
});
