import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClientLimit } from '#server/lib/client-limit.ts';

const createError = () => new Error('too many');

describe('the limit of a client', () => {
  it('runs some tasks of each client, lets others wait, and rejects further ones', async () => {
    const withinLimit = createClientLimit({ maxRunning: 2, maxWaiting: 1, createError });
    const { promise, resolve } = Promise.withResolvers<void>();
    const started: string[] = [];
    const start = (client: string) =>
      withinLimit(client, () => {
        started.push(client);
        return promise;
      });
    const tasks = ['a', 'a', 'a', 'b'].map(start);
    await assert.rejects(start('a'), /too many/);
    await new Promise(setImmediate);
    assert.deepEqual(started, ['a', 'a', 'b']);
    resolve();
    await Promise.all(tasks);
    assert.deepEqual(started, ['a', 'a', 'b', 'a']);
  });

  it('gives the place of a task that fails to the next one', async () => {
    const withinLimit = createClientLimit({ maxRunning: 1, maxWaiting: 0, createError });
    await assert.rejects(
      withinLimit('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await withinLimit('a', () => Promise.resolve('done')), 'done');
  });
});
