import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createBulkhead, QueueError } from '#server/backend/bulkhead.ts';

/** A task that runs until it is ended. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { run: () => promise, end: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

describe('a bulkhead', () => {
  it('refuses a task when the queue is full', async () => {
    const run = createBulkhead({ concurrency: 1, maxWaiting: 1, waitMs: 1000 });
    const first = openTask();
    const answers = [run(first.run), run(() => Promise.resolve('second'))];
    await assert.rejects(
      run(() => Promise.resolve('third')),
      QueueError,
    );
    first.end();
    assert.deepEqual(await Promise.all(answers), ['done', 'second']);
  });

  it('accepts another task when one has timed out, and never runs that one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const run = createBulkhead({ concurrency: 1, maxWaiting: 1, waitMs: 100 });
    const first = openTask();
    const answer = run(first.run);
    const second = t.mock.fn(() => Promise.resolve('second'));
    const expired = assert.rejects(run(second), QueueError);
    t.mock.timers.tick(100);
    await expired;
    const third = run(() => Promise.resolve('third'));
    first.end();
    assert.deepEqual(await Promise.all([answer, third]), ['done', 'third']);
    assert.equal(second.mock.callCount(), 0);
  });

  it('runs the next task after one that fails', async () => {
    const run = createBulkhead({ concurrency: 1, maxWaiting: 1, waitMs: 1000 });
    const first = openTask();
    const failed = assert.rejects(run(first.run), /failed/);
    const second = run(() => Promise.resolve('second'));
    first.fail();
    await failed;
    assert.equal(await second, 'second');
    assert.equal(await run(() => Promise.resolve('third')), 'third');
  });

  it('runs every task in order, and never more than the limit at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3), { maxLength: 20 }), async (max, lengths) => {
        const run = createBulkhead({ concurrency: max, maxWaiting: lengths.length, waitMs: 10_000 });
        const started: number[] = [];
        let running = 0;
        const tasks = lengths.map((length, number) =>
          run(async () => {
            started.push(number);
            running += 1;
            assert.ok(running <= max);
            for (let turn = 0; turn < length; turn += 1) await Promise.resolve();
            running -= 1;
          }),
        );
        await Promise.all(tasks);
        assert.deepEqual(started, [...lengths.keys()]);
      }),
    );
  });
});
