import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createPictures } from '#server/news/pictures.ts';

/** A picture on its way to a client that takes no byte unless the test says so. */
function openTransfer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const body = new Readable({ read: () => undefined });
  body.push(Buffer.alloc(1000));
  const socket = { bytesWritten: 0 };
  const stuck = new Writable({ write: () => undefined });
  const response = Object.assign(stuck, { socket, headersSent: true });
  for (const name of ['status', 'set', 'type']) Object.assign(response, { [name]: () => response });
  const handler = createPictures({
    backendClient: { file: () => Promise.resolve({ status: 200, headers: { 'content-type': 'image/png' }, body }) },
    newsRepository: { findMissingPicture: () => Promise.resolve(null) },
    log: pino({ level: 'silent' }),
    sendText: () => assert.fail('nothing is refused'),
    picturesDir: '/nowhere',
  });
  const request = { originalUrl: '/media/a.png', headers: {}, get: () => undefined };
  const ended = handler(request as never, response as never);
  return { body, socket, response, ended };
}

describe('a client that does not read a picture', () => {
  it('releases its connection to the backend after ten seconds without a byte', async (t) => {
    const { body, socket, response, ended } = openTransfer(t);
    await nextTurn();
    for (let taken = 1; taken < 5; taken += 1) {
      socket.bytesWritten = taken;
      t.mock.timers.tick(10_000);
      assert.equal(body.destroyed, false, 'it is slow, but it reads');
    }
    t.mock.timers.tick(9999);
    assert.equal(body.destroyed, false);
    t.mock.timers.tick(1);
    assert.equal(body.destroyed, true);
    await ended;
    assert.equal(response.destroyed, true);
  });
});
