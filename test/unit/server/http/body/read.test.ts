import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { discardBody, pipeRequest } from '#server/http/body/read.ts';
import { listen } from '../../../../support/listen.ts';

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

describe('a body whose sender has left', () => {
  it('is broken also for a handler that begins to read it only then', async (t) => {
    const { promise: message, resolve } = Promise.withResolvers<string>();
    const server = createServer((request) => {
      request.once('close', () => {
        const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
        pipeRequest(request, sink, (error) => resolve(error.message));
      });
    });
    const origin = await listen(t, server);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 10\r\n\r\nhalf');
    await once(server, 'request');
    socket.destroy();
    assert.equal(await Promise.race([message, wait(2000)]), '400 badRequest');
  });
});

describe('a body in tiny chunks', () => {
  it('is refused once, and not read any more when its rest is to be discarded', async (t) => {
    const { request, state, send } = openRequest(t);
    const faults: string[] = [];
    pipeRequest(request as never, new Writable({ write: (_chunk, _encoding, done) => done() }), ({ message }) =>
      faults.push(message),
    );
    await nextTurn();
    send(3000, 1);
    assert.deepEqual(faults, ['413 tooLarge']);
    discardBody(request as never);
    await nextTurn();
    send(3000, 1);
    assert.equal(request.isPaused(), true);
    assert.deepEqual(faults, ['413 tooLarge']);
    t.mock.timers.tick(10_000);
    assert.equal(state.cut, 1);
  });
});

describe('a body that ended before it is read', () => {
  for (const [title, end, fault] of [
    ['because its sender has left', (request: PassThrough) => void request.destroy(), 'RequestError'],
    ['because it was refused', (request: PassThrough) => discardBody(request as never), 'AlreadyRespondedError'],
  ] as const)
    it(`is refused at once, ${title}`, async (t) => {
      const { request } = openRequest(t);
      end(request);
      await nextTurn();
      const faults: string[] = [];
      pipeRequest(request as never, new PassThrough(), ({ name }) => faults.push(name));
      assert.deepEqual(faults, [fault]);
    });
});
