import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Request } from 'express';
import { deleteExpired } from '#server/embedded/delete-expired.ts';
import {
  createIdempotentWrite,
  idempotencyKeyMs,
  type CallResponse,
} from '#server/embedded/storage/idempotent-write.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { newSqlite } from '../../../../support/databases.ts';

/** Opens a new storage with a clock that the test sets; each effect returns its number. */
async function openWrites(t: TestContext) {
  const storage = await openStorage(await newSqlite(t));
  t.after(() => storage.close());
  const clock = { now: Date.parse('2026-03-01T10:00:00Z') };
  const writeIdempotently = createIdempotentWrite(storage, () => clock.now);
  let effects = 0;
  const write = (
    key: string | undefined,
    content: unknown,
    { path = '/a', status = 200 } = {},
  ): Promise<CallResponse> => {
    const request: Pick<Request, 'baseUrl' | 'path'> & { get: (name: string) => string | undefined } = {
      baseUrl: '',
      path,
      get: (name) => (name === 'idempotency-key' ? key : undefined),
    };
    const effect = () => Promise.resolve({ status, body: { effect: (effects += 1) } });
    return writeIdempotently(request as Request, content, effect);
  };
  const countKeys = async () =>
    (await storage.read((database) => database.selectFrom('idempotency_keys').select('key').execute())).length;
  return { storage, write, clock, countKeys };
}
const effect = (number: number, status = 200) => ({ status, body: { effect: number } });

describe('an idempotency key', () => {
  it('repeats the response for 24 hours, and is new and deleted after that', async (t) => {
    const { write, clock, countKeys } = await openWrites(t);
    assert.equal(idempotencyKeyMs, 24 * 3_600_000);
    assert.deepEqual(await write('k', 'text'), effect(1));
    await write('other', 'text');
    clock.now += idempotencyKeyMs - 1;
    assert.deepEqual(await write('k', 'text'), effect(1));
    clock.now += 1;
    assert.deepEqual(await write('k', 'text'), effect(3));
    assert.equal(await countKeys(), 1);
  });

  it('is deleted by the retention job if no other post comes', async (t) => {
    const { storage, write, clock, countKeys } = await openWrites(t);
    await write('k', 'text');
    for (const [passedMs, left] of [
      [idempotencyKeyMs - 1, 1],
      [1, 0],
    ] as const) {
      clock.now += passedMs;
      await storage.write((database) => deleteExpired(database, clock.now));
      assert.equal(await countKeys(), left);
    }
  });

  it('that was stored while the clock was ahead is deleted when it is right, unless the difference is small', async (t) => {
    for (const [aheadMs, left] of [
      [idempotencyKeyMs, 1],
      [idempotencyKeyMs + 1, 0],
    ] as const) {
      const { storage, write, clock, countKeys } = await openWrites(t);
      const right = clock.now;
      clock.now = right + aheadMs;
      await write('k', 'text');
      await storage.write((database) => deleteExpired(database, right));
      assert.equal(await countKeys(), left);
    }
  });

  it('is refused with 422 for other content, and is independent on another path', async (t) => {
    const { write } = await openWrites(t);
    await write('k', 'text');
    assert.equal((await write('k', 'another text')).status, 422);
    assert.deepEqual(await write('k', 'another text', { path: '/b' }), effect(2));
    assert.deepEqual(await write('k', 'text'), effect(1));
  });

  it('is the same with and without quotes, and refused when it is invalid', async (t) => {
    const { write } = await openWrites(t);
    assert.deepEqual(await write('"k"', 'text'), effect(1));
    assert.deepEqual(await write('k', 'text'), effect(1));
    for (const key of ['', '""', 'two words', 'ключ', 'x'.repeat(256)])
      assert.equal((await write(key, 'text')).status, 400, key);
  });

  it('stores no refusal', async (t) => {
    const { write } = await openWrites(t);
    assert.deepEqual(await write('k', 'text', { status: 404 }), effect(1, 404));
    assert.deepEqual(await write('k', 'text'), effect(2));
  });

  it('that is missing makes every post a new one', async (t) => {
    const { write } = await openWrites(t);
    assert.deepEqual(await write(undefined, 'text'), effect(1));
    assert.deepEqual(await write(undefined, 'text'), effect(2));
  });
});
