import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isMotionSwitchedOff, switchMotion, watchMotion } from '#client/lib/motion.ts';
import { replaceProperty } from '../../support/replace-property.ts';

const state = () => [isMotionSwitchedOff(), document.documentElement.hasAttribute('data-still')];

describe('the switch of all movement', () => {
  afterEach(() => switchMotion(false));

  it('marks the document', () => {
    switchMotion(true);
    assert.deepEqual(state(), [true, true]);
    switchMotion(false);
    assert.deepEqual(state(), [false, false]);
  });

  it('works until the document is left where the browser stores nothing', (t) => {
    replaceProperty(t, globalThis, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    switchMotion(true);
    assert.deepEqual(state(), [true, true]);
    switchMotion(false);
    assert.deepEqual(state(), [false, false]);
  });

  it('works until the document is left where the storage is full', (t) => {
    t.mock.method(Storage.prototype, 'setItem', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    switchMotion(true);
    assert.deepEqual(state(), [true, true]);
    switchMotion(false);
    assert.deepEqual(state(), [false, false]);
  });

  it('obeys another tab', (t) => {
    let calls = 0;
    t.after(watchMotion(() => (calls += 1)));
    localStorage.setItem('motion', 'off');
    dispatchEvent(new Event('storage'));
    assert.deepEqual(state(), [true, true]);
    assert.equal(calls, 1);
  });
});
