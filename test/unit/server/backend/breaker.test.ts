import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BreakerOpenError, createBreaker } from '#server/backend/breaker.ts';

const fail = () => Promise.reject(new Error('silent'));
const succeed = () => Promise.resolve('answer');

function opened(openMs = 1000) {
  const clock = { now: 0 };
  const breaker = createBreaker({
    maxFailures: 3,
    openMs,
    isNeutral: (error) => (error as Error).message === 'queue',
    now: () => clock.now,
  });
  return { breaker, clock };
}

async function exhaust(breaker: ReturnType<typeof createBreaker>) {
  for (let tries = 0; tries < 3; tries += 1) await assert.rejects(breaker.run(fail), /silent/);
}

describe('the breaker', () => {
  it('does not count what is not the backend’s fault, nor guesses', async () => {
    const { breaker } = opened();
    for (let tries = 0; tries < 10; tries += 1) {
      await assert.rejects(breaker.run(() => Promise.reject(new Error('queue'))));
      await assert.rejects(breaker.runUncounted(fail));
    }
    assert.equal(breaker.state, 'closed');
  });

  it('refuses guesses too while it is open', async () => {
    const { breaker } = opened();
    await exhaust(breaker);
    await assert.rejects(breaker.runUncounted(succeed), BreakerOpenError);
  });

  it('opens after failures in a row and then asks nobody', async () => {
    const { breaker } = opened();
    await exhaust(breaker);
    let asked = 0;
    await assert.rejects(
      breaker.run(() => {
        asked += 1;
        return succeed();
      }),
      BreakerOpenError,
    );
    assert.equal(asked, 0);
    assert.equal(breaker.state, 'open');
  });

  it('forgives failures that are not in a row', async () => {
    const { breaker } = opened();
    for (let tries = 0; tries < 5; tries += 1) {
      await assert.rejects(breaker.run(fail));
      await breaker.run(succeed);
    }
    assert.equal(breaker.state, 'closed');
  });

  it('lets a single probe through after its rest, and closes when it succeeds', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 1000;
    let release = (_: string) => {};
    const probe = breaker.run(
      () =>
        new Promise<string>((resolve) => {
          release = resolve;
        }),
    );
    await assert.rejects(breaker.run(succeed), BreakerOpenError);
    release('answer');
    assert.equal(await probe, 'answer');
    assert.equal(await breaker.run(succeed), 'answer');
    assert.equal(breaker.state, 'closed');
  });

  it('rests again when the probe fails', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 1000;
    await assert.rejects(breaker.run(fail), /silent/);
    await assert.rejects(breaker.run(succeed), BreakerOpenError);
    assert.equal(breaker.state, 'open');
  });
});
