import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestCentre } from '#client/lib/nearest-centre.ts';

describe('nearestCentre', () => {
  it('names the box whose centre is nearest, not the one whose edge is', () => {
    const tall = { top: 0, height: 600 };
    const low = { top: 620, height: 100 };
    assert.equal(nearestCentre([tall, low], 590), 1);
  });

  it('counts boxes above the view too', () => {
    const boxes = [
      { top: -900, height: 400 },
      { top: -480, height: 400 },
      { top: 900, height: 400 },
    ];
    assert.equal(nearestCentre(boxes, 400), 1);
  });

  it('takes the first of two that are equally near', () => {
    assert.equal(
      nearestCentre(
        [
          { top: 0, height: 100 },
          { top: 100, height: 100 },
        ],
        100,
      ),
      0,
    );
  });

  it('names none when there is none', () => {
    assert.equal(nearestCentre([], 100), -1);
  });
});
