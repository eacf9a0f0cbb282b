import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportFilter } from '#server/operations/report-filter.ts';

describe('reports of browsers', () => {
  it('are logged once an hour for each kind', () => {
    const clock = { now: 0 };
    const isNew = createReportFilter({ windowMs: 1000, now: () => clock.now });
    assert.deepEqual([isNew('a'), isNew('a'), isNew('b')], [true, false, true]);
  });

  it('never become more lines than the limit, however many kinds somebody makes up', () => {
    const clock = { now: 0 };
    const isNew = createReportFilter({ maxLines: 60, windowMs: 1000, now: () => clock.now });
    const logged = Array.from({ length: 600 }, (_, index) => isNew(`made-up ${index}`)).filter(Boolean);
    assert.equal(logged.length, 60);
    clock.now = 1000;
    assert.ok(isNew('another hour'));
  });
});
