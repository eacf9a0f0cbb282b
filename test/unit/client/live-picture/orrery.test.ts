import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { movingParts } from '#client/live-picture/moving-parts.ts';
import { placeOf, planetTurnOf } from '#client/live-picture/orrery.ts';

const orrery = movingParts['head-ml']?.orrery;
assert.ok(orrery);
/** The radius of the sun in static/art/head-ml.svg, in tenths of the picture's units. */
const sunRadius = 640;

describe('the orrery', () => {
  it('swings less and less about the place of the still picture, and begins there', () => {
    for (const planet of orrery.planets) {
      const turns = Array.from({ length: 200 }, (_value, tenth) => planetTurnOf(planet, tenth / 10));
      const widest = (from: number, to: number) => Math.max(...turns.slice(from, to).map(Math.abs));
      assert.equal(turns[0], 0);
      assert.ok(widest(0, 60) > 0.2 && widest(0, 60) < 0.45, `${widest(0, 60)}`);
      assert.ok(widest(60, 120) < widest(0, 60));
      assert.ok(widest(180, 200) < 0.03, `${widest(180, 200)}`);
      assert.equal(planetTurnOf(planet, 20), 0);
    }
  });

  it('swings no planet in front of the sun', () => {
    for (const planet of orrery.planets)
      for (let tenth = 0; tenth < 200; tenth += 1) {
        const { x, y, radius } = placeOf(orrery, planet, planetTurnOf(planet, tenth / 10));
        assert.ok(Math.hypot(x - orrery.x, y - orrery.y) > radius + sunRadius, `${planet.orbit} after ${tenth / 10} s`);
      }
  });
});
