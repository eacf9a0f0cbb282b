import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOfTerm, licenceTerms, trialDays } from '#shared/licence-terms.ts';
import { plans, type PlanId } from '#shared/plans.ts';
import { policyValues } from '#shared/policy.ts';

const end = (plan: PlanId, from: string) => endOfTerm(plan, new Date(from)).toISOString();

describe('the term of a licence', () => {
  it('depends on its plan', () => {
    assert.equal(end('trial', '2026-03-01T10:00:00.000Z'), '2026-03-15T10:00:00.000Z');
    assert.equal(end('monthly', '2026-03-01T10:00:00.000Z'), '2026-04-01T10:00:00.000Z');
    assert.equal(end('yearly', '2026-03-01T10:00:00.000Z'), '2027-03-01T10:00:00.000Z');
    assert.deepEqual(
      plans.map(({ id }) => id),
      Object.keys(licenceTerms),
    );
  });

  it('ends on the last day of a shorter month', () => {
    assert.equal(end('monthly', '2026-01-31T23:59:59.999Z'), '2026-02-28T23:59:59.999Z');
    assert.equal(end('monthly', '2028-01-31T00:00:00.000Z'), '2028-02-29T00:00:00.000Z');
    assert.equal(end('monthly', '2026-12-31T00:00:00.000Z'), '2027-01-31T00:00:00.000Z');
    assert.equal(end('yearly', '2028-02-29T00:00:00.000Z'), '2029-02-28T00:00:00.000Z');
  });

  it('of the trial equals the promise of the pages', () => {
    assert.equal(policyValues('en')['trialPeriod'], `${trialDays} days`);
    assert.equal(policyValues('ua')['trialPeriod'], `${trialDays} днів`);
  });
});
