import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BreakerOpenError, createBreaker } from '#server/backend/breaker.ts';
import { mockSystemClock } from '../../../support/system-clock.ts';

const fail = () => Promise.reject(new Error('silent'));
const succeed = () => Promise.resolve('answer');

function opened(openMs = 1000) {
  const clock = { now: 0 };
  const changes: string[] = [];
  const breaker = createBreaker({
    maxFailures: 3,
    openMs,
    maxTaskMs: 20_000,
    isNeutral: (error) => (error as Error).message === 'queue',
    now: () => clock.now,
    onChange: (state) => changes.push(state),
  });
  return { breaker, clock, changes };
}

/** A call whose end the test decides; `ended` resolves after a success and after a failure. */
function callOf(breaker: ReturnType<typeof createBreaker>) {
  let succeed = (_: string) => {};
  let fail = (_: Error) => {};
  const answer = breaker.run(
    () =>
      new Promise<string>((resolve, reject) => {
        succeed = resolve;
        fail = reject;
      }),
  );
  const ended = answer.then(
    () => undefined,
    () => undefined,
  );
  return { succeed: () => succeed('answer'), fail: () => fail(new Error('silent')), answer, ended };
}

const refused = { name: 'BreakerOpenError', message: /does not answer/ };

async function exhaust(breaker: ReturnType<typeof createBreaker>) {
  for (let tries = 0; tries < 3; tries += 1) await assert.rejects(breaker.run(fail), /silent/);
}

describe('the breaker', () => {
  it('does not count errors of this site, nor guesses', async () => {
    const { breaker } = opened();
    for (let tries = 0; tries < 10; tries += 1) {
      await assert.rejects(breaker.run(() => Promise.reject(new Error('queue'))));
      await assert.rejects(breaker.runUncounted(fail));
    }
    assert.equal(breaker.state, 'closed');
  });

  it('does not count calls that failed because this process was stopped', async () => {
    const { breaker, clock } = opened();
    const calls = Array.from({ length: 10 }, () => callOf(breaker));
    clock.now = 100_000;
    for (const { fail, ended } of calls) {
      fail();
      await ended;
    }
    assert.equal(breaker.state, 'closed');
    await exhaust(breaker);
    assert.equal(breaker.state, 'open');
  });

  it('neither closes nor forgets failures after a result that proves nothing', async () => {
    const { breaker, clock, changes } = opened();
    const prove = () => breaker.run(succeed, () => true);
    await assert.rejects(breaker.run(fail));
    await assert.rejects(breaker.run(fail));
    assert.equal(await prove(), 'answer');
    await assert.rejects(breaker.run(fail));
    assert.equal(breaker.state, 'open');
    clock.now += 1000;
    assert.equal(await prove(), 'answer');
    assert.equal(await prove(), 'answer');
    assert.equal(breaker.state, 'half-open');
    assert.equal(await breaker.run(succeed), 'answer');
    assert.deepEqual(changes, ['open', 'half-open', 'closed']);
  });

  it('allows a probe in time when the clock of the system is set back', async (t) => {
    const setBack = mockSystemClock(t);
    const breaker = createBreaker({
      maxFailures: 1,
      openMs: 20,
      maxTaskMs: 1000,
      isNeutral: () => false,
      onChange: () => undefined,
    });
    await assert.rejects(breaker.run(fail));
    setBack(3_600_000);
    await wait(30);
    assert.equal(await breaker.run(succeed), 'answer');
  });

  it('runs a guess while it is closed', async () => {
    assert.equal(await opened().breaker.runUncounted(succeed), 'answer');
  });

  it('refuses guesses too while it is open', async () => {
    const { breaker } = opened();
    await exhaust(breaker);
    await assert.rejects(breaker.runUncounted(succeed), BreakerOpenError);
  });

  it('lets guesses through once it allows a probe, and their outcome changes nothing', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now += 1000;
    await assert.rejects(breaker.runUncounted(fail), /silent/);
    assert.equal(await breaker.runUncounted(succeed), 'answer');
    assert.equal(breaker.state, 'open');
    assert.equal(await breaker.run(succeed), 'answer');
    assert.equal(breaker.state, 'closed');
  });

  it('opens after failures in a row and then makes no calls', async () => {
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

  it('ignores failures that are not in a row', async () => {
    const { breaker } = opened();
    for (let tries = 0; tries < 5; tries += 1) {
      await assert.rejects(breaker.run(fail));
      await breaker.run(succeed);
    }
    assert.equal(breaker.state, 'closed');
  });

  it('reports each change once', async () => {
    const { breaker, clock, changes } = opened();
    await exhaust(breaker);
    await assert.rejects(breaker.run(succeed), refused);
    assert.deepEqual(changes, ['open']);
    clock.now = 1000;
    await breaker.run(succeed);
    await breaker.run(succeed);
    assert.deepEqual(changes, ['open', 'half-open', 'closed']);
  });

  it('allows a single probe after its pause, and closes when it succeeds', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 999;
    await assert.rejects(breaker.run(succeed), refused);
    clock.now = 1000;
    const probe = callOf(breaker);
    assert.equal(breaker.state, 'half-open');
    await assert.rejects(breaker.run(succeed), refused);
    probe.succeed();
    assert.equal(await probe.answer, 'answer');
    assert.equal(await breaker.run(succeed), 'answer');
    assert.equal(breaker.state, 'closed');
  });

  it('stays open when the probe fails, and then allows another one', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 1000;
    await assert.rejects(breaker.run(fail), /silent/);
    assert.equal(breaker.state, 'open');
    clock.now = 1999;
    await assert.rejects(breaker.run(succeed), refused);
    clock.now = 2000;
    assert.equal(await breaker.run(succeed), 'answer');
    assert.equal(breaker.state, 'closed');
  });

  it('may probe again at once when the probe was neutral', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 1000;
    await assert.rejects(breaker.run(() => Promise.reject(new Error('queue'))));
    assert.equal(breaker.state, 'half-open');
    assert.equal(await breaker.run(succeed), 'answer');
  });

  it('needs as many failures as before once it has closed', async () => {
    const { breaker, clock } = opened();
    await exhaust(breaker);
    clock.now = 1000;
    await breaker.run(succeed);
    await assert.rejects(breaker.run(fail));
    await assert.rejects(breaker.run(fail));
    assert.equal(breaker.state, 'closed');
    await assert.rejects(breaker.run(fail));
    assert.equal(breaker.state, 'open');
  });
});

describe('the outcome of a call from before the breaker opened', () => {
  async function openWithEarlierCall() {
    const { breaker, clock, changes } = opened();
    const earlier = callOf(breaker);
    await exhaust(breaker);
    return { breaker, clock, changes, earlier };
  }

  it('does not close it', async () => {
    const { breaker, earlier } = await openWithEarlierCall();
    earlier.succeed();
    assert.equal(await earlier.answer, 'answer');
    assert.equal(breaker.state, 'open');
  });

  it('does not make its pause longer', async () => {
    const { breaker, clock, earlier } = await openWithEarlierCall();
    clock.now = 900;
    earlier.fail();
    await earlier.ended;
    clock.now = 1000;
    assert.equal(await breaker.run(succeed), 'answer');
  });

  it('does not decide for the probe, nor allow another one', async () => {
    const { breaker, clock, changes, earlier } = await openWithEarlierCall();
    clock.now = 1000;
    const probe = callOf(breaker);
    earlier.fail();
    await earlier.ended;
    assert.equal(breaker.state, 'half-open');
    await assert.rejects(breaker.run(succeed), refused);
    probe.succeed();
    await probe.ended;
    assert.deepEqual(changes, ['open', 'half-open', 'closed']);
  });
});
