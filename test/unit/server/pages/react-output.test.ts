import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createElement, Suspense, use } from 'react';
import { streamTo, type StreamTarget } from '#server/pages/react-output.ts';
import { until } from '../../../support/until.ts';
import { rawGet } from '../../../support/raw.ts';

const options = {
  begin: () => undefined,
  nonce: '',
  modules: [],
  head: '',
  tail: '',
  timeoutMs: 10,
  onPartFailed: () => undefined,
};

describe('a streamed page', () => {
  it('is given up after its time limit, also when its visitor reads nothing', async () => {
    const counts = { ended: 0, destroyed: 0 };
    const target: StreamTarget = {
      write: () => false,
      end: () => (counts.ended += 1),
      destroy: () => (counts.destroyed += 1),
      on: () => undefined,
    };
    await streamTo(target, 'a page', options);
    assert.deepEqual(counts, { ended: 0, destroyed: 1 });
  });

  it('that was sent within its time limit is not destroyed', async () => {
    const counts = { ended: 0, destroyed: 0 };
    const target: StreamTarget = {
      write: () => true,
      end: () => (counts.ended += 1),
      destroy: () => (counts.destroyed += 1),
      on: () => undefined,
    };
    await streamTo(target, 'a page', options);
    assert.deepEqual(counts, { ended: 1, destroyed: 0 });
  });

  it('reports no failed part for a visitor who has left', async () => {
    let leave = () => {};
    let isShellSent = false;
    const failed: unknown[] = [];
    const target: StreamTarget = {
      write: () => (isShellSent = true),
      end: () => undefined,
      destroy: () => undefined,
      on: (event, listener) => {
        if (event === 'close') leave = listener;
      },
    };
    const Late = () => use(new Promise<string>(() => undefined));
    const page = createElement(Suspense, { fallback: 'waiting' }, createElement(Late));
    const ended = streamTo(target, page, { ...options, timeoutMs: 5000, onPartFailed: (error) => failed.push(error) });
    await until('the shell is sent', () => isShellSent);
    leave();
    await ended;
    assert.deepEqual(failed, []);
  });

  for (const [title, timeoutMs, Shell] of [
    [
      'that throws',
      5000,
      () => {
        throw new Error('a fault in a component');
      },
    ],
    ['that is not rendered within its time limit', 10, () => use(new Promise<string>(() => undefined))],
  ] as const) {
    it(`${title} is refused before anything is written, and its response is left for the error page`, async (t) => {
      const calls: string[] = [];
      const target: StreamTarget = {
        write: () => calls.push('write') > 0,
        end: () => calls.push('end'),
        destroy: () => calls.push('destroy'),
        on: () => undefined,
      };
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const ended = streamTo(target, createElement(Shell), { ...options, begin: () => calls.push('begin'), timeoutMs });
      const refused = assert.rejects(ended);
      await new Promise(setImmediate);
      t.mock.timers.tick(10);
      await refused;
      t.mock.timers.tick(10_000);
      assert.deepEqual(calls, []);
    });
  }

  it('closes the connection of a visitor who reads nothing when it releases the place of the visitor', async (t) => {
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<boolean>();
    const server = createServer((_request, response) => {
      void streamTo(response, 'a long page '.repeat(2_000_000), options).then(() => onClosed(response.destroyed));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    visitor.on('error', () => undefined);
    t.after(() => visitor.destroy());
    visitor.write(rawGet('/'));
    assert.equal(await closed, true);
  });
});
