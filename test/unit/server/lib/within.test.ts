import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { within } from '#server/lib/within.ts';

const never = () => Promise.withResolvers<never>().promise;
const late = () => 'late';

describe('a task with a time limit', () => {
  it('ends like the task that ends in time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal(await within(Promise.resolve('done'), 10, late), 'done');
    await assert.rejects(within(Promise.reject(new Error('broken')), 10, late), /broken/);
  });

  it('ends with the result, or the error, of the function for a late task', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ended = within(never(), 10, late);
    const failed = within(never(), 10, () => {
      throw new Error('too late');
    });
    t.mock.timers.tick(10);
    assert.equal(await ended, 'late');
    await assert.rejects(failed, /too late/);
  });

  it('is not late if its result came while the process was busy', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    // Another thread computes the bytes; the result waits for the event loop.
    randomBytes(8, () => resolve('done'));
    const ended = within(promise, 20, late);
    const end = performance.now() + 60;
    while (performance.now() < end);
    assert.equal(await ended, 'done');
  });

  it('calls nothing after its task has ended, and ignores a failure after the limit', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const onTimeout = t.mock.fn(late);
    await within(Promise.resolve(), 10, onTimeout);
    t.mock.timers.tick(20);
    assert.equal(onTimeout.mock.callCount(), 0);

    const task = Promise.withResolvers<never>();
    const ended = within(task.promise, 10, late);
    t.mock.timers.tick(10);
    await ended;
    task.reject(new Error('nobody waits for this'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  });
});
