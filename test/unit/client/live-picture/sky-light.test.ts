import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beamThickness, coveredLine, findDisc } from '#client/live-picture/sky-light.ts';
import type { Row } from '#client/live-picture/rows.ts';

/** The rows of a circle around 5000, 3000 that are above the horizon, each in two parts with a gap for a thing. */
function rowsOfCircle(radius: number, horizon: number): Row[] {
  const rows: Row[] = [];
  for (let middle = 3000 - radius; middle <= horizon; middle += 100) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (3000 - middle) ** 2));
    const parts = [
      [5000 - half, 5000 - half / 2],
      [5000, 5000 + half],
    ] as const;
    const lines = parts.map(([left, right]) => ({ middle, corners: Float32Array.from([left, 30, right, 30]) }));
    rows.push({ middle, lines, still: {} as Path2D });
  }
  return rows;
}

describe('the disc of a sun', () => {
  it('is found where its horizon is above or at its middle', () => {
    for (const horizon of [2400, 3000]) {
      const disc = findDisc(rowsOfCircle(1000, horizon));
      assert.ok(disc);
      for (const [found, wanted] of [
        [disc.x, 5000],
        [disc.y, 3000],
        [disc.radius, 1000],
      ] as const)
        assert.ok(Math.abs(found - wanted) < 60, `${horizon}: ${found}, not ${wanted}`);
    }
  });

  it('is none where nothing is lit, or one line', () => {
    assert.equal(findDisc([]), null);
    assert.equal(findDisc(rowsOfCircle(1000, 2000)), null);
  });
});

describe('the line of the sky behind the light', () => {
  const line = (...corners: number[]) => ({ middle: 3050, corners: Float32Array.from(corners) });
  const covered = (light: [number, number], ...ink: number[][]) => [
    ...coveredLine(
      line(light[0], 19, light[1], 19),
      ink.map((corners) => line(...corners)),
    ).corners,
  ];

  it('fills the whole gap between its neighbours, as thick as they are', () => {
    assert.deepEqual(covered([4000, 5000], [100, 0, 3950, 3], [5040, 6, 9000, 6]), [3950, 3, 5040, 6]);
    assert.deepEqual(
      covered([4000, 5000], [100, 0, 3950, 0], [5040, 0, 9000, 0]),
      [3950, 0, 5040, 0],
      'both invisible',
    );
  });

  it('is as thick as the sky beside a thick object', () => {
    assert.deepEqual(covered([4000, 5000], [3000, 8, 3990, 4], [5040, 5, 9000, 5]), [3990, 5, 5040, 5]);
  });

  it('begins pointed where the sky is empty', () => {
    assert.deepEqual(covered([4000, 6000], [6040, 4, 9000, 4]), [4000, 0, 5500, 4, 6040, 4]);
  });
});

describe('the beam of a lamp', () => {
  it('begins as in the still picture, and its lines never disappear', () => {
    assert.equal(beamThickness(0), 1);
    const all = Array.from({ length: 200 }, (_, at) => beamThickness(at / 5));
    assert.ok(Math.min(...all) > 0.4 && Math.max(...all) <= 1, all.join());
  });
});
