import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createConnectionLimit } from '#server/http/connection-limit.ts';

function openLimit() {
  const refused: string[] = [];
  const metrics = { refused: (reason: string) => void refused.push(reason) };
  return { refused, refusePipelined: createConnectionLimit({ log: pino({ level: 'silent' }), metrics }) };
}

/** A connection whose requests wait until the test ends their answers. */
function connect({ refused, refusePipelined } = openLimit()) {
  const counts = { paused: 0 };
  const socket = { pause: () => (counts.paused += 1) };
  const written: [number, Record<string, unknown>][] = [];
  return {
    counts,
    refused,
    written,
    ask() {
      const response = Object.assign(new EventEmitter(), {
        writeHead(status: number, headers: Record<string, unknown>) {
          written.push([status, headers]);
          return response;
        },
        end: () => response,
      });
      const isRefused = refusePipelined({ socket } as never, response as never);
      return { isRefused, end: () => response.emit('close') };
    },
  };
}

describe('the requests that wait on one connection', () => {
  it('are at most eight; the ninth is answered 503, the next ones not at all, and nothing more is read', () => {
    const { ask, written, counts, refused } = connect();
    const asked = Array.from({ length: 8 }, ask);
    assert.ok(asked.every(({ isRefused }) => !isRefused));
    assert.ok(ask().isRefused);
    assert.deepEqual(written, [[503, { Connection: 'close', 'Retry-After': '1', 'Content-Length': 0 }]]);
    for (const { end } of asked) end();
    assert.ok(ask().isRefused, 'the connection is closing');
    assert.equal(written.length, 1);
    assert.equal(counts.paused, 1);
    assert.deepEqual(refused, ['pipelined']);
  });

  it('may be any number one after the other, and eight on every other connection', () => {
    const limit = openLimit();
    const one = connect(limit);
    for (let count = 0; count < 7; count += 1) one.ask();
    for (let count = 0; count < 50; count += 1) {
      const { isRefused, end } = one.ask();
      assert.equal(isRefused, false);
      end();
    }
    const other = connect(limit);
    assert.ok(Array.from({ length: 8 }, other.ask).every(({ isRefused }) => !isRefused));
  });
});
