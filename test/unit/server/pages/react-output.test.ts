import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamTo, type StreamTarget } from '#server/pages/react-output.ts';

describe('a streamed page', () => {
  it('is given up after its time limit, also when its visitor reads nothing', async () => {
    const counts = { ended: 0 };
    const target: StreamTarget = {
      write: () => false,
      flush: () => undefined,
      end: () => (counts.ended += 1),
      on: () => undefined,
    };
    await streamTo(target, 'a page', {
      nonce: '',
      modules: [],
      head: '',
      tail: '',
      timeoutMs: 10,
      onPartFailed: () => undefined,
    });
    assert.equal(counts.ended, 1);
  });
});
