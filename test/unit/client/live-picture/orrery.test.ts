import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEngraving } from '#client/live-picture/lines.ts';
import { movingParts } from '#client/live-picture/moving-parts.ts';
import { turnOf, withoutPlanets } from '#client/live-picture/orrery.ts';

const orrery = movingParts['head-ml']?.orrery;
assert.ok(orrery);
const file = join(import.meta.dirname, '../../../../static/art/head-ml.svg');

describe('the orrery', () => {
  it('swings less and less about the place of the still picture, and begins there', () => {
    for (const planet of orrery.planets) {
      const turns = Array.from({ length: 200 }, (_value, tenth) => turnOf(planet, tenth / 10));
      const widest = (from: number, to: number) => Math.max(...turns.slice(from, to).map(Math.abs));
      assert.equal(turns[0], 0);
      assert.ok(widest(0, 60) > 0.2 && widest(0, 60) < 0.45, `${widest(0, 60)}`);
      assert.ok(widest(60, 120) < widest(0, 60));
      assert.ok(widest(180, 200) < 0.03, `${widest(180, 200)}`);
      assert.equal(turnOf(planet, 20), 0);
    }
  });

  it('leaves nothing of the still planets behind', async () => {
    const [ink] = parseEngraving(await readFile(file, 'utf8')).layers;
    for (const line of ink?.lines ?? []) {
      if (line.middle < orrery.top || line.middle > orrery.foot) continue;
      const { corners } = withoutPlanets(orrery, line);
      corners.forEach((half, at) => {
        const isColumn = Math.abs((corners[at - 1] ?? 0) - orrery.axis) <= orrery.column;
        if (at % 2 === 1 && !isColumn) assert.ok(half <= 8, `${half} at ${corners[at - 1]}, ${line.middle}`);
      });
    }
  });
});
