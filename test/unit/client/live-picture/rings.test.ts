import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noSwell, swellOf } from '#client/live-picture/rings.ts';

const touch = { x: 6000, y: 3000, at: 0 };

describe('the ring of a touch', () => {
  it('leaves rows alone that it has not reached, and all once it has ended', () => {
    assert.equal(swellOf([touch], 7000, 0.1), noSwell);
    assert.equal(swellOf([touch], 3000, 1.3), noSwell);
    assert.equal(swellOf([], 3000, 1), noSwell);
  });

  it('moves the points near its front, and no others', () => {
    const { from, to, lift } = swellOf([touch], 3000, 0.7);
    assert.ok(from < 6000 - 1540 && to > 6000 + 1540);
    const lifts = [from - 1, from + 1, 6000, 6000 + 1540 - 250, to - 1, to + 1].map(lift);
    assert.deepEqual([lifts[0], lifts[2], lifts[5]], [0, 0, 0]);
    for (const edge of [lifts[1], lifts[4]]) assert.ok(Math.abs(edge ?? 0) < 5, `${edge}`);
    assert.ok((lifts[3] ?? 0) < -10);
  });

  it('needs fewer corners the lower it is', () => {
    assert.ok(swellOf([touch], 3000, 1.2).edge > swellOf([touch], 3000, 0.1).edge);
  });
});
