import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilAborted } from '#client/lib/until-aborted.ts';

describe('a promise that is awaited until it is aborted', () => {
  const reason = new Error('not wanted any more');

  it('resolves or rejects with its own result', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve('page'), signal), 'page');
    await assert.rejects(untilAborted(Promise.reject(new Error('broken')), signal), /broken/);
  });

  it('rejects at once when the signal is aborted, before or during the wait', async () => {
    const never = new Promise<never>(() => undefined);
    await assert.rejects(untilAborted(never, AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(reason);
    await assert.rejects(waiting, reason);
  });

  it('leaves no listener behind', async (t) => {
    const { signal } = new AbortController();
    const added = t.mock.method(signal, 'addEventListener');
    const removed = t.mock.method(signal, 'removeEventListener');
    await untilAborted(Promise.resolve(), signal);
    await Promise.resolve();
    const [type, listener] = added.mock.calls[0]?.arguments ?? [];
    assert.deepEqual(
      removed.mock.calls.map(({ arguments: [name, removedListener] }) => [name, removedListener === listener]),
      [[type, true]],
    );
  });
});
