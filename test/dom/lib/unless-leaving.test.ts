import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unlessLeaving } from '#client/lib/unless-leaving.ts';

describe('a report about a module that did not load', () => {
  it('is made a second later, once', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const report = t.mock.fn();
    unlessLeaving(report);
    t.mock.timers.tick(999);
    assert.equal(report.mock.callCount(), 0);
    t.mock.timers.tick(1);
    t.mock.timers.tick(5000);
    assert.equal(report.mock.callCount(), 1);
  });

  it('is not made when the visitor leaves the page meanwhile', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const report = t.mock.fn();
    unlessLeaving(report);
    window.dispatchEvent(new Event('pagehide'));
    t.mock.timers.tick(5000);
    assert.equal(report.mock.callCount(), 0);
  });
});
