import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Request, Response } from 'express';
import { createRateLimits } from '#server/http/rate-limits.ts';

describe('a rate limit', () => {
  it('allows this many requests of each address in a minute, and as many again after it', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
    const limits = createRateLimits({
      config: { rateLimit: 3 },
      metrics: { limited: () => undefined },
      isKnownName: () => true,
      respondTooMany: () => undefined,
    });
    const ask = async (ip: string) => {
      const request = { ip, headers: {}, app: { get: () => undefined } } as never as Request;
      const response = Object.assign(new EventEmitter(), { setHeader: () => undefined, append: () => undefined });
      return !(await limits.limitPost('comment', request, response as never as Response));
    };
    const askFour = async (ip: string) => [await ask(ip), await ask(ip), await ask(ip), await ask(ip)];
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
    assert.deepEqual(await askFour('10.0.0.2'), [true, true, true, false]);
    t.mock.timers.tick(59_999);
    assert.equal(await ask('10.0.0.1'), false);
    t.mock.timers.tick(1);
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
  });
});

describe('the limit of guesses', () => {
  const request = { ip: '10.0.0.1', headers: {}, app: { get: () => undefined } } as never;
  const open = (respondTooMany: () => unknown) => {
    const { limitGuesses } = createRateLimits({
      config: { rateLimit: 1 },
      metrics: { limited: () => undefined },
      isKnownName: (name) => name === 'known',
      respondTooMany,
    });
    return (name: string) => limitGuesses(request, new EventEmitter() as never, name);
  };

  it('counts only unknown names, and limits those above sixty a minute', async () => {
    const isLimited = open(() => undefined);
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
