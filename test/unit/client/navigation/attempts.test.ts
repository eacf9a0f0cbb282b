import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAttempts } from '#client/navigation/attempts.ts';

describe('attempts', () => {
  function open() {
    const log: string[] = [];
    let started = 0;
    const attempts = createAttempts(() => {
      started += 1;
      const name = started;
      log.push(`start ${name}`);
      return () => log.push(`end ${name}`);
    });
    return { attempts, log };
  }

  it('run one at a time: a new one aborts the previous one', () => {
    const { attempts, log } = open();
    assert.equal(attempts.isActive(), false);
    const first = attempts.begin();
    assert.equal(first.isCurrent(), true);
    assert.equal(attempts.isActive(), true);
    const second = attempts.begin();
    assert.deepEqual([first.isCurrent(), first.signal.aborted], [false, true]);
    assert.deepEqual([second.isCurrent(), second.signal.aborted], [true, false]);
    assert.deepEqual(log, ['start 1', 'end 1', 'start 2']);
  });

  it('end once', () => {
    const { attempts, log } = open();
    const only = attempts.begin();
    only.finish();
    only.finish();
    attempts.cancel();
    assert.deepEqual(log, ['start 1', 'end 1']);
    assert.deepEqual([only.isCurrent(), only.signal.aborted, attempts.isActive()], [false, false, false]);
  });

  it('that were overtaken do not end the newer one', () => {
    const { attempts, log } = open();
    const first = attempts.begin();
    const second = attempts.begin();
    first.finish();
    assert.equal(second.isCurrent(), true);
    assert.deepEqual(log, ['start 1', 'end 1', 'start 2']);
  });

  it('can be cancelled', () => {
    const { attempts, log } = open();
    const only = attempts.begin();
    attempts.cancel();
    assert.deepEqual([only.isCurrent(), only.signal.aborted, attempts.isActive()], [false, true, false]);
    assert.deepEqual(log, ['start 1', 'end 1']);
  });
});
