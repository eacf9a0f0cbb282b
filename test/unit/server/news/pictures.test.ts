import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createPictures } from '#server/news/pictures.ts';

/** A picture on its way to a client that takes no byte unless the test says so; the backend waits for `answering`. */
function openTransfer(t: TestContext, answering: Promise<void> = Promise.resolve()) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { now: 1000 };
  t.mock.method(performance, 'now', () => clock.now);
  const logged: unknown[] = [];
  const body = new Readable({ read: () => undefined });
  body.push(Buffer.alloc(1000));
  const socket = { bytesWritten: 0 };
  const stuck = new Writable({ write: () => undefined });
  const response = Object.assign(stuck, { socket, headersSent: true });
  for (const name of ['status', 'set', 'type']) Object.assign(response, { [name]: () => response });
  const handler = createPictures({
    config: { backendUrl: 'https://backend.example' },
    gate: { limitGuesses: () => Promise.resolve(false) },
    backendClient: {
      file: () => answering.then(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body })),
    },
    newsRepository: { findPictureStatus: () => Promise.resolve(200) },
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    sendMissing: () => assert.fail('nothing is refused'),
    picturesDir: '/nowhere',
  });
  const request = { originalUrl: '/media/a.png', headers: {}, get: () => undefined };
  const ended = handler(request as never, response as never);
  /** Lets the client read for some seconds. */
  const read = (seconds: number, bytesASecond: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.now += 1000;
      socket.bytesWritten += bytesASecond;
      t.mock.timers.tick(1000);
    }
  };
  return { body, read, response, ended, logged };
}

describe('a client that reads a picture slowly', () => {
  it('may do so for minutes, and releases its connection to the backend after a pause of twenty seconds', async (t) => {
    const { body, read, response, ended, logged } = openTransfer(t);
    await nextTurn();
    // A chunk of 64 kB counts when it is handed to the system.
    for (let chunk = 0; chunk < 20; chunk += 1) {
      read(15, 0);
      read(1, 65_536);
    }
    assert.equal(body.destroyed, false, 'it is slow, but it reads');
    read(20, 0);
    assert.equal(body.destroyed, false);
    read(1, 0);
    assert.equal(body.destroyed, true);
    await ended;
    assert.equal(response.destroyed, true);
    assert.deepEqual(logged, [
      {
        level: 40,
        reason: 'Error: the file is transferred too slowly',
        path: '/media/a.png',
        msg: 'a picture was not sent to its end',
      },
    ]);
  });

  it('releases its connection when its average rate is below the minimum, although it never pauses', async (t) => {
    const { body, read, ended } = openTransfer(t);
    await nextTurn();
    read(30, 2000);
    assert.equal(body.destroyed, false);
    read(20, 2000);
    assert.equal(body.destroyed, true);
    await ended;
  });

  it('is not logged when it leaves', async (t) => {
    const { response, ended, logged } = openTransfer(t);
    await nextTurn();
    response.destroy();
    await ended;
    assert.deepEqual(logged, []);
  });

  it('is not logged when it leaves before the backend has answered', async (t) => {
    const answering = Promise.withResolvers<void>();
    const { body, response, ended, logged } = openTransfer(t, answering.promise);
    await nextTurn();
    response.destroy();
    answering.resolve();
    await ended;
    assert.equal(body.destroyed, true);
    assert.deepEqual(logged, []);
  });
});
