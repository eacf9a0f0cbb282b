import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDay, nextWorkingDay } from '#shared/dates.ts';

const next = (now: string) => nextWorkingDay(new Date(now)).toISOString().slice(0, 10);

describe('the next working day', () => {
  it('follows a working day and skips the weekend', () => {
    assert.equal(next('2026-11-23T09:00:00Z'), '2026-11-24');
    assert.equal(next('2026-11-27T09:00:00Z'), '2026-11-30');
    assert.equal(next('2026-11-28T09:00:00Z'), '2026-11-30');
    assert.equal(next('2026-12-31T09:00:00Z'), '2027-01-01');
  });

  it('is counted from the day in the office, which begins before the day in UTC', () => {
    assert.equal(next('2026-11-23T21:59:00Z'), '2026-11-24');
    assert.equal(next('2026-11-23T22:01:00Z'), '2026-11-25');
  });

  it('is printed with its weekday in both languages', () => {
    const day = nextWorkingDay(new Date('2026-11-23T09:00:00Z'));
    assert.match(formatDay('en', day), /Tuesday.* 24.November/);
    assert.match(formatDay('ua', day), /вівторок, 24.листопада/);
  });
});
