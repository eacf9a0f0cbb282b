import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportFilter } from '#server/operations/report-filter.ts';

describe('reports of browsers', () => {
  it('are logged once an hour for each kind', () => {
    const clock = { now: 0 };
    const shouldLog = createReportFilter({ windowMs: 1000, now: () => clock.now });
    assert.deepEqual([shouldLog('a'), shouldLog('a'), shouldLog('b')], [true, false, true]);
  });

  it('never become more lines than the limit, however many kinds somebody makes up', () => {
    const clock = { now: 0 };
    const shouldLog = createReportFilter({ maxLines: 60, windowMs: 1000, now: () => clock.now });
    const logged = Array.from({ length: 600 }, (_, index) => shouldLog(`made-up ${index}`)).filter(Boolean);
    assert.equal(logged.length, 60);
    clock.now = 1000;
    assert.ok(shouldLog('another hour'));
  });
});
