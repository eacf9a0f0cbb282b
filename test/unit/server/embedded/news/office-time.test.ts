import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocalTime, fromOfficeTime, toOfficeTime } from '#server/embedded/news/office-time.ts';

describe('the time of the office', () => {
  it('is shown by a field for date and time, in winter and in summer, and is read as the same moment', () => {
    for (const [moment, local] of [
      ['2026-01-15T22:30:00.000Z', '2026-01-16T00:30'],
      ['2026-07-15T07:05:00.000Z', '2026-07-15T10:05'],
    ] as const) {
      assert.equal(toOfficeTime(moment), local);
      assert.equal(fromOfficeTime(local), moment);
    }
    assert.equal(toOfficeTime(''), '');
  });

  it('has one hour twice in autumn, of which the first counts, and one hour less in spring', () => {
    assert.equal(fromOfficeTime('2026-10-25T03:30'), '2026-10-25T00:30:00.000Z');
    assert.equal(toOfficeTime(fromOfficeTime('2026-03-29T03:30') ?? ''), '2026-03-29T04:30');
  });

  it('follows the time zone of the office', () => {
    for (const [timeZone, local, moment] of [
      ['Europe/London', '2026-01-15T10:00', '2026-01-15T10:00:00.000Z'],
      ['Europe/London', '2026-07-15T10:00', '2026-07-15T09:00:00.000Z'],
      ['America/New_York', '2026-07-15T10:00', '2026-07-15T14:00:00.000Z'],
      ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
      ['Asia/Kathmandu', '2026-07-15T10:00', '2026-07-15T04:15:00.000Z'],
    ] as const) {
      const { toLocal, fromLocal } = createLocalTime(timeZone);
      assert.equal(fromLocal(local), moment, timeZone);
      assert.equal(toLocal(moment), local, timeZone);
    }
    const { toLocal, fromLocal } = createLocalTime('America/New_York');
    assert.equal(toLocal(fromLocal('2026-03-08T02:30') ?? ''), '2026-03-08T03:30');
  });

  it('cannot be read from other texts', () => {
    for (const text of ['', 'tomorrow', '2026-13-45T10:00', '2026-02-01', '0026-03-01T10:00', '9999-12-31T23:59'])
      assert.equal(fromOfficeTime(text), null, text);
    for (const text of ['2026-02-29T10:00', '2026-02-30T10:00', '2026-04-31T10:00'])
      assert.equal(fromOfficeTime(text), null, text);
    assert.equal(fromOfficeTime('2028-02-29T10:00'), '2028-02-29T08:00:00.000Z');
    const firstDay = '1000-01-01T00:00';
    assert.equal(toOfficeTime(fromOfficeTime(firstDay) ?? ''), firstDay);
  });

  it('is no invalid date for a Node that was built without Temporal', (t) => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'Temporal');
    assert.ok(descriptor);
    t.after(() => Object.defineProperty(globalThis, 'Temporal', descriptor));
    Reflect.deleteProperty(globalThis, 'Temporal');
    assert.throws(() => fromOfficeTime('2026-03-01T12:30'), ReferenceError);
  });
});
