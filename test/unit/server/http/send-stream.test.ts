import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { sendStream } from '#server/http/send-stream.ts';
import { holdClock } from '../../../support/hold-clock.ts';

/** A client, and the number of bytes that it has received. */
function openClient() {
  let received = 0;
  const response = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done();
    },
  });
  return { response: Object.assign(response, { socket: null }), received: () => received };
}

/** A file of chunks of 1000 bytes; counts those that were read. */
function openFile(chunks: number) {
  const counts = { read: 0 };
  const body = new Readable({
    highWaterMark: 1000,
    read() {
      counts.read += 1;
      this.push(counts.read > chunks ? null : Buffer.alloc(1000));
    },
  });
  return { body, counts };
}

describe('a file that is sent as it arrives', () => {
  it('arrives whole', async () => {
    const { response, received } = openClient();
    await sendStream(response, openFile(50).body, 50_000);
    assert.equal(received(), 50_000);
  });

  it('is read no faster than its client takes it', async () => {
    const { body, counts } = openFile(1000);
    const stuck = Object.assign(new Writable({ highWaterMark: 2000, write: () => undefined }), { socket: null });
    const sent = sendStream(stuck, body, 1_000_000);
    await new Promise(setImmediate);
    assert.ok(counts.read < 10, `${counts.read} chunks`);
    stuck.destroy();
    await assert.rejects(sent);
  });

  it('is not ended while its client reads it if the response had to wait for an earlier one', async (t) => {
    const passTime = holdClock(t);
    const { response } = openClient();
    const body = new Readable({ read: () => undefined });
    const sent = sendStream(response, body, 10_000_000);
    passTime(10_000);
    const socket = { bytesWritten: 5000 };
    Object.assign(response, { socket });
    for (let seconds = 0; seconds < 60; seconds += 1) {
      socket.bytesWritten += 100_000;
      passTime(1000);
    }
    body.push(null);
    await sent;
  });

  it('ends its response when it is longer than allowed, and is not read to its end', async () => {
    const { response } = openClient();
    const { body, counts } = openFile(1000);
    await assert.rejects(sendStream(response, body, 10_000), /too large/);
    assert.equal(response.destroyed, true);
    assert.ok(counts.read < 20, `${counts.read} chunks`);
  });
});
