import assert from 'node:assert/strict';
import { it } from 'node:test';
import { judgeDelays } from '../bench/event-loop-delay.ts';

/** The delays of a run: so many reports above a limit of 100 ms, and so many below. */
const delays = (above: number, below: number) => [
  ...Array.from({ length: above }, () => 400),
  ...Array.from({ length: below }, () => 30),
];

for (const [above, below, isOver] of [
  [0, 60, false],
  [3, 57, false],
  [4, 56, true],
  [29, 31, true],
  // A short run may have one late report, too, but the median of its reports must not be late.
  [1, 4, false],
  [2, 3, true],
  [1, 0, true],
] as const)
  it(`${above} reports above the limit and ${below} below it are ${isOver ? 'too many' : 'few enough'}`, () => {
    assert.equal(judgeDelays(delays(above, below), 100).isOver, isOver);
  });

it('a delay at the limit is not above it', () => {
  assert.deepEqual(judgeDelays([100, 100, 101], 100), { medianMs: 100, above: 1, isOver: false });
});
