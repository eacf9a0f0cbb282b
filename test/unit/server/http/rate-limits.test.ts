import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { RequestHandler } from 'express';
import { createRateLimits } from '#server/http/rate-limits.ts';

/** Whether a request is let through. */
async function ask(limit: RequestHandler, ip: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const response = {
    setHeader: () => undefined,
    append: () => undefined,
    statusCode: 200,
    refuse: () => resolve(false),
  };
  const request = { ip, headers: {}, app: { get: () => undefined } };
  await limit(request as never, response as never, () => resolve(true));
  return promise;
}

describe('a rate limit', () => {
  it('allows this many requests of each address in a minute, and as many again after it', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
    const limits = createRateLimits({
      config: { rateLimit: 3 },
      metrics: { limited: () => undefined },
      isKnownName: () => true,
      onLimited: (_req, res) => (res as never as { refuse(): void }).refuse(),
    });
    const limit = limits.of('comment');
    const askFour = async (ip: string) => [
      await ask(limit, ip),
      await ask(limit, ip),
      await ask(limit, ip),
      await ask(limit, ip),
    ];
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
    assert.deepEqual(await askFour('10.0.0.2'), [true, true, true, false]);
    t.mock.timers.tick(59_999);
    assert.equal(await ask(limit, '10.0.0.1'), false);
    t.mock.timers.tick(1);
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
  });
});

describe('the limit of guesses', () => {
  const request = { ip: '10.0.0.1', headers: {}, app: { get: () => undefined } } as never;
  const open = (onLimited: (res: EventEmitter) => unknown) => {
    const { limitGuesses } = createRateLimits({
      config: { rateLimit: 1 },
      metrics: { limited: () => undefined },
      isKnownName: (name) => name === 'known',
      onLimited: (_req, res) => onLimited(res),
    });
    return (name: string) => limitGuesses(request, new EventEmitter() as never, name);
  };

  it('counts only unknown names, and limits those above sixty a minute', async () => {
    const isLimited = open((res) => res.emit('close'));
    for (let count = 0; count < 60; count += 1) assert.equal(await isLimited('unknown'), false);
    assert.equal(await isLimited('unknown'), true);
    assert.equal(await isLimited('known'), false);
  });

  it('fails when its response fails, and lets nothing through', async () => {
    const isLimited = open(() => Promise.reject(new Error('no texts')));
    for (let count = 0; count < 60; count += 1) await isLimited('unknown');
    await assert.rejects(isLimited('unknown'), /no texts/);
  });
});
