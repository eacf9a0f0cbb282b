import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBulkhead, QueueError } from '#server/backend/bulkhead.ts';

/** A bulkhead for two tasks with three in its queue, whose tasks the test ends. */
function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const run = createBulkhead({ concurrency: 2, maxWaiting: 3, waitMs: 1000 });
  const started: { name: string; end(error?: Error): void }[] = [];
  const start = (name: string) =>
    run(() => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      started.push({ name, end: (error) => (error ? reject(error) : resolve(name)) });
      return promise;
    });
  return { start, started, names: () => started.map(({ name }) => name).join('') };
}

describe('a bulkhead', () => {
  it('runs so many tasks at once, and the next ones in their order as places become free', async (t) => {
    const { start, started, names } = open(t);
    const tasks = ['a', 'b', 'c', 'd'].map(start);
    await nextTurn();
    assert.equal(names(), 'ab');
    started[1]?.end();
    assert.equal(await tasks[1], 'b');
    await nextTurn();
    assert.equal(names(), 'abc');
    started[0]?.end(new Error('broken'));
    await assert.rejects(tasks[0] as Promise<string>, /broken/);
    await nextTurn();
    assert.equal(names(), 'abcd');
  });

  it('refuses at once what its queue has no place for, and takes more when there is place again', async (t) => {
    const { start, started, names } = open(t);
    const tasks = ['a', 'b', 'c', 'd', 'e'].map(start);
    await nextTurn();
    await assert.rejects(start('f'), QueueError);
    started[0]?.end();
    await tasks[0];
    await nextTurn();
    void start('g');
    await assert.rejects(start('h'), QueueError);
    assert.equal(names(), 'abc');
  });

  it('refuses what has waited for its time, and never runs that; what runs may take longer', async (t) => {
    const { start, started, names } = open(t);
    const [first, second, third] = ['a', 'b', 'c'].map(start);
    await nextTurn();
    t.mock.timers.tick(999);
    const fourth = start('d');
    t.mock.timers.tick(1);
    await assert.rejects(third as Promise<string>, QueueError);
    for (const { end } of started) end();
    assert.deepEqual(await Promise.all([first, second]), ['a', 'b']);
    await nextTurn();
    assert.equal(names(), 'abd');
    t.mock.timers.tick(5000);
    started[2]?.end();
    assert.equal(await fourth, 'd');
  });
});
