import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addWorkingDays, formatDeadline, officeDayBefore } from '#shared/dates.ts';

const add = (now: string, days: number) => addWorkingDays(new Date(now), days).toISOString().slice(0, 10);
const next = (now: string) => add(now, 1);

describe('the next working day', () => {
  it('follows a working day and skips the weekend', () => {
    assert.equal(next('2026-11-23T09:00:00Z'), '2026-11-24');
    assert.equal(next('2026-11-27T09:00:00Z'), '2026-11-30');
    assert.equal(next('2026-11-28T09:00:00Z'), '2026-11-30');
    assert.equal(next('2026-12-31T09:00:00Z'), '2027-01-01');
  });

  it('can be the last of several, without the weekends between them', () => {
    assert.equal(add('2026-11-23T09:00:00Z', 5), '2026-11-30');
    assert.equal(add('2026-11-28T09:00:00Z', 5), '2026-12-04');
  });

  it('is counted from the day in the office, which begins before the day in UTC', () => {
    assert.equal(next('2026-11-23T21:59:00Z'), '2026-11-24');
    assert.equal(next('2026-11-23T22:01:00Z'), '2026-11-25');
  });

  it('is printed with its weekday in both languages, in Ukrainian in the genitive', () => {
    const day = addWorkingDays(new Date('2026-11-23T09:00:00Z'), 1);
    assert.match(formatDeadline('en', day), /Tuesday.* 24.November/);
    assert.match(formatDeadline('ua', day), /^вівторка, 24.листопада$/);
  });
});

describe('a day some days ago', () => {
  it('is so many days of the calendar ago, also when the clocks have changed since', () => {
    // 00:30 and 23:30 in the office, after the clocks were put forward and back.
    assert.equal(officeDayBefore(new Date('2026-04-09T21:30:00Z'), 30), '2026-03-11');
    assert.equal(officeDayBefore(new Date('2026-11-10T21:30:00Z'), 30), '2026-10-11');
    assert.equal(officeDayBefore(new Date('2028-03-01T12:00:00Z'), 1), '2028-02-29');
  });
});
