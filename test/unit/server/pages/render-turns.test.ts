import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { createRenderTurns } from '#server/pages/render-turns.ts';

describe('the turns of renders', () => {
  it('come in order, with eight iterations of the event loop between them', async () => {
    const takeTurn = createRenderTurns();
    let iteration = 0;
    const turns: number[] = [];
    const renders = [0, 1, 2].map(async (number) => {
      await takeTurn();
      turns.push(number, iteration);
    });
    assert.deepEqual(turns, []);
    for (; turns.length < 6; iteration += 1) await nextIteration();
    await Promise.all(renders);
    const [first, from = 0, second, then = 0, third, last = 0] = turns;
    assert.deepEqual([first, second, third], [0, 1, 2]);
    assert.ok(then - from >= 8 && last - then >= 8, `at the iterations ${from}, ${then} and ${last}`);
  });
});
