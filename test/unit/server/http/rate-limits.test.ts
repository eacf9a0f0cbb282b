import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import type { PostKind } from '#server/http/endpoint-table.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';

const log = pino({ level: 'silent' });

/** Limits three posts a minute. Returns the function that tells whether a post of an address is allowed. */
function limitToThree(kind: PostKind = 'comment') {
  const limits = createRateLimits({
    config: { rateLimit: 3 },
    metrics: { limited: () => undefined },
    log,
    isKnownName: () => true,
  });
  return async (ip: string | undefined) => {
    const request = { ip, headers: {}, app: { get: () => undefined } } as never as Request;
    const response = Object.assign(new EventEmitter(), { setHeader: () => undefined, append: () => undefined });
    return !(await limits.isPostAboveLimit(kind, request, response as never as Response));
  };
}

describe('a rate limit', () => {
  it('is not longer than a minute after the clock was set back', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 10 * 3_600_000 });
    const ask = limitToThree();
    for (let post = 0; post < 3; post += 1) assert.equal(await ask('10.0.0.1'), true);
    t.mock.timers.setTime(9 * 3_600_000);
    for (const isAllowed of [true, true, true, false]) assert.equal(await ask('10.0.0.1'), isAllowed);
  });

  it('allows this many requests of each address in a minute, and as many again after it', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
    const ask = limitToThree();
    const askFour = async (ip: string) => [await ask(ip), await ask(ip), await ask(ip), await ask(ip)];
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
    assert.deepEqual(await askFour('10.0.0.2'), [true, true, true, false]);
    t.mock.timers.tick(59_999);
    assert.equal(await ask('10.0.0.1'), false);
    t.mock.timers.tick(1);
    assert.deepEqual(await askFour('10.0.0.1'), [true, true, true, false]);
  });

  for (const kind of ['webhook', 'purge'] as const)
    it(`allows a program that reports every change hundreds of posts a minute: ${kind}`, async () => {
      const ask = limitToThree(kind);
      for (let post = 1; post <= 600; post += 1) assert.equal(await ask('10.0.0.1'), true);
      assert.equal(await ask('10.0.0.1'), false);
    });

  it('allows no post of a connection that has been cut, which has no address any more', async () => {
    assert.equal(await limitToThree()(undefined), false);
  });
});

describe('the limit of guesses', () => {
  const request = { ip: '10.0.0.1', headers: {}, app: { get: () => undefined } } as never;
  it('counts only unknown names, and limits those above sixty a minute', async () => {
    const headers = new Map<string, string>();
    const response = Object.assign(new EventEmitter(), {
      setHeader: (name: string, value: string) => headers.set(name, value),
    });
    const { isGuessAboveLimit } = createRateLimits({
      config: { rateLimit: 1 },
      metrics: { limited: () => undefined },
      log,
      isKnownName: ({ name }) => name === 'known',
    });
    const isLimited = (name: string) => isGuessAboveLimit(request, response as never, { kind: 'slug', name });
    for (let count = 0; count < 60; count += 1) assert.equal(await isLimited('unknown'), false);
    assert.deepEqual([...headers], []);
    assert.equal(await isLimited('unknown'), true);
    assert.match(headers.get('Retry-After') ?? '', /^(?:[1-9]|[1-5]\d|60)$/);
    assert.equal(await isLimited('known'), false);
  });
});
