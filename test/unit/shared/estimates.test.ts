import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeChoice, parseChoice } from '#shared/estimate-choice.ts';
import { isDay, judge, type Choice } from '#shared/estimate-date.ts';
import { estimate, extraWeeks, jobNames, jobs, planWeeks, systemNames, toWeeks } from '#shared/estimates.ts';
import { formatSpan } from '#shared/spans.ts';
import { createText } from '#shared/text.ts';
import { filledAreas } from '../../support/locales.ts';

const job = fc.constantFrom(...jobNames);
const touched = fc.subarray(systemNames);
const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-11-22T10:00:00Z');
const inWeeks = (weeks: number) => new Date(Math.floor(now / day) * day + weeks * 7 * day).toISOString().slice(0, 10);
const choice = fc.record({ job, touched, by: fc.integer({ min: 0, max: 80 }).map(inWeeks) });

describe('an estimate', () => {
  it('never becomes longer when systems are removed', () => {
    fc.assert(
      fc.property(job, touched, fc.nat(), (name, all, position) => {
        const fewer = all.filter((_system, at) => at !== position % Math.max(1, all.length));
        const [before, after] = [estimate(name, all), estimate(name, fewer)];
        assert.ok(after[0] <= before[0] && after[1] <= before[1]);
      }),
    );
  });

  it('is a range that begins with the usual length, and has a first step inside it', () => {
    fc.assert(
      fc.property(job, touched, (name, all) => {
        const [min, max] = estimate(name, all);
        const usual = toWeeks(jobs[name].term);
        assert.ok(min <= max && min >= usual[0] && max >= usual[1]);
        assert.ok(toWeeks(jobs[name].first)[1] <= usual[1]);
      }),
    );
  });

  it('adds nothing for the systems that the usual length covers', () => {
    assert.deepEqual(extraWeeks('integration', ['crm', 'devices']), [0, 0]);
    assert.deepEqual(extraWeeks('integration', ['crm', 'devices', 'access']), [1, 2]);
    assert.deepEqual(estimate('release', []), [13, 26]);
  });
});

describe('a wished day', () => {
  it('can be met from the slow end of the range on, and perhaps from the quick end on', () => {
    const [min, max] = estimate('audit', []);
    const kindAt = (weeks: number) => judge({ job: 'audit', touched: [], by: inWeeks(weeks) }, now)?.kind;
    assert.equal(kindAt(planWeeks + max), 'inTime');
    assert.equal(kindAt(planWeeks + min - 1), 'late');
    assert.equal(judge({ job: 'release', touched: [], by: inWeeks(planWeeks + 13) }, now)?.kind, 'tight');
    assert.equal(kindAt(-1), 'past');
    assert.equal(judge({ job: 'audit', touched: [], by: '' }, now), null);
  });

  it('that is too early names a part that is ready by then', () => {
    fc.assert(
      fc.property(choice, (asked: Choice) => {
        const verdict = judge(asked, now);
        if (verdict?.kind !== 'late') return;
        const { byThen } = verdict;
        const at = (systems: Choice['touched'], name = asked.job) =>
          judge({ job: name, touched: systems, by: asked.by }, now)?.kind;
        if (byThen.kind === 'smaller') assert.equal(at([], byThen.job), 'inTime');
        if (byThen.kind !== 'fewer') return;
        assert.equal(at(asked.touched.filter((name) => !byThen.without.includes(name))), 'inTime');
      }),
    );
  });

  it('names the system to leave out, the smaller job, or the possible first step', () => {
    const byThen = (name: Choice['job'], systems: Choice['touched'], weeks: number) => {
      const verdict = judge({ job: name, touched: systems, by: inWeeks(weeks) }, now);
      return verdict?.kind === 'late' ? verdict.byThen : verdict?.kind;
    };
    assert.deepEqual(byThen('pilot', ['crm', 'shop', 'access', 'devices', 'warehouse', 'payments'], 10), {
      kind: 'fewer',
      without: ['crm', 'devices', 'warehouse', 'shop', 'access'],
    });
    assert.deepEqual(byThen('platform', [], 10), { kind: 'smaller', job: 'report' });
    assert.deepEqual(byThen('release', ['crm'], 4), { kind: 'first' });
    assert.deepEqual(byThen('release', ['crm'], 2), { kind: 'plan' });
    assert.deepEqual(byThen('release', ['crm'], 1), { kind: 'call' });
    assert.deepEqual(byThen('release', ['crm'], 0), { kind: 'reply' });
  });

  it('is a day of the calendar', () => {
    assert.deepEqual(['2027-02-28', '2027-02-29', '2027-13-01', '27-01-01', '', '2027-01-01T00'].map(isDay), [
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the choice of an estimate in an address', () => {
  it('is read without unknown values', () => {
    const read = (query: string) => parseChoice(new URLSearchParams(query));
    assert.deepEqual(read('job=audit&with=crm&with=%3Cb%3E&with=crm&by=2027-02-30'), {
      job: 'audit',
      touched: ['crm'],
      by: '',
    });
    assert.deepEqual(read('job=constructor'), { job: 'release', touched: [], by: '' });
  });

  it('is plain text in a message, without the no-break spaces of pages', () => {
    const text = createText(filledAreas('ua'), 'ua', 'estimate');
    const message = describeChoice(text, 'ua', { job: 'review', touched: ['crm', 'access'], by: '2027-03-01' });
    assert.doesNotMatch(message, /[\u00a0\u2060{}<>]/);
    assert.match(
      message,
      /Системи: CRM-система; Вхід і права доступу\nБажана дата: 1 березня 2027 р\.\nОцінка: 3–4 тижні/,
    );
  });
});

describe('a length in words', () => {
  it('has the plural form of its last number', () => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
    assert.equal(plain(formatSpan('en', [1, 1])), '1 week');
    assert.equal(plain(formatSpan('en', [6, 8])), '6–8 weeks');
    assert.equal(plain(formatSpan('ua', [14, 21])), '14–21 тиждень');
    assert.equal(plain(formatSpan('ua', [2, 4], 'months')), '2–4 місяці');
    assert.equal(plain(formatSpan('ua', [11, 16])), '11–16 тижнів');
  });
});
