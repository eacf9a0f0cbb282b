import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { discardBody, pipeRequest } from '#server/http/body/read.ts';

/** A request whose sender sends what the test writes. */
function openRequest(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { cut: 0 };
  const request = Object.assign(new PassThrough(), { complete: false, socket: { destroy: () => (state.cut += 1) } });
  const send = (chunks: number, chunkBytes: number) => {
    for (let chunk = 0; chunk < chunks; chunk += 1) request.write(Buffer.alloc(chunkBytes));
  };
  return { request, state, send };
}

describe('the rest of a refused body', () => {
  it('is not read any more after some thousand tiny chunks', async (t) => {
    const { request, state, send } = openRequest(t);
    discardBody(request as never);
    await nextTurn();
    send(1000, 1);
    assert.equal(request.isPaused(), false);
    send(10, 1);
    assert.equal(request.isPaused(), true);
    assert.equal(state.cut, 0, 'the sender has a moment to read the response');
    t.mock.timers.tick(200);
    assert.equal(state.cut, 1);
  });

  it('is read for five seconds while its chunks are large', async (t) => {
    const { request, state, send } = openRequest(t);
    discardBody(request as never);
    await nextTurn();
    send(3000, 1000);
    t.mock.timers.tick(4999);
    assert.deepEqual([request.isPaused(), state.cut], [false, 0]);
    t.mock.timers.tick(1);
    assert.equal(state.cut, 1);
  });
});

describe('a body in tiny chunks', () => {
  it('is refused once, and not read any more when its rest is to be discarded', async (t) => {
    const { request, state, send } = openRequest(t);
    const faults: number[] = [];
    pipeRequest(request as never, new Writable({ write: (_chunk, _encoding, done) => done() }), ({ status }) =>
      faults.push(status),
    );
    await nextTurn();
    send(3000, 1);
    assert.deepEqual(faults, [413]);
    discardBody(request as never);
    await nextTurn();
    send(3000, 1);
    assert.equal(request.isPaused(), true);
    assert.deepEqual(faults, [413]);
    t.mock.timers.tick(10_000);
    assert.equal(state.cut, 1);
  });
});

describe('a body that ended before it is read', () => {
  for (const [title, end] of [
    ['because its sender has left', (request: PassThrough) => void request.destroy()],
    ['because it was refused', (request: PassThrough) => discardBody(request as never)],
  ] as const)
    it(`is refused at once, ${title}`, async (t) => {
      const { request } = openRequest(t);
      end(request);
      await nextTurn();
      const faults: number[] = [];
      pipeRequest(request as never, new PassThrough(), ({ status }) => faults.push(status));
      assert.deepEqual(faults, [400]);
    });
});
