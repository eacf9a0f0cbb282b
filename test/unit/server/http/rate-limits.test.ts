import assert from 'node:assert/strict';
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
