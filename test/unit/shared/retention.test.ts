import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { policyValues } from '#shared/policy.ts';
import { formatPeriod, retention, startOfPeriod } from '#shared/retention.ts';

describe('a period', () => {
  it('ends on the same day of the calendar, or on the last of a shorter month', () => {
    const start = (count: number, unit: 'day' | 'month' | 'year', now: string) =>
      startOfPeriod({ count, unit }, new Date(now)).toISOString().slice(0, 10);
    assert.equal(start(90, 'day', '2026-03-31T10:00:00Z'), '2025-12-31');
    assert.equal(start(6, 'month', '2026-08-31T10:00:00Z'), '2026-02-28');
    assert.equal(start(12, 'month', '2026-03-01T10:00:00Z'), '2025-03-01');
    assert.equal(start(3, 'year', '2026-03-01T10:00:00Z'), '2023-03-01');
    assert.equal(start(3, 'year', '2028-02-29T10:00:00Z'), '2025-02-28');
  });

  it('is written with the right form of its unit', () => {
    assert.equal(formatPeriod('en', { count: 1, unit: 'year' }), '1 year');
    assert.equal(formatPeriod('en', { count: 12, unit: 'month' }), '12 months');
    assert.equal(formatPeriod('ua', { count: 1, unit: 'year' }), '1 року');
    assert.equal(formatPeriod('ua', { count: 3, unit: 'year' }), '3 років');
    assert.equal(formatPeriod('ua', { count: 21, unit: 'day' }), '21 дня');
    assert.equal(formatPeriod('ua', { count: 12, unit: 'month' }), '12 місяців');
  });
});

it('the privacy policy names every period in both languages', () => {
  for (const language of languageNames) {
    const policy = readFileSync(join(import.meta.dirname, `../../../locales/${language}/privacy.json`), 'utf8');
    for (const [name, period] of Object.entries(retention)) {
      assert.ok(policy.includes(`{${name}Kept}`), `${language} ${name}`);
      assert.equal(policyValues(language)[`${name}Kept`], formatPeriod(language, period));
    }
  }
});
