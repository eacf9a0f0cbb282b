import type { PlanId } from './plans.ts';

/** How long the trial lasts; the user agreement and the pages print it. */
export const trialDays = 14;

/** How long the licence of a plan is valid. A month ends on the same day of the next one, in UTC. */
export const licenceTerms = {
  trial: { days: trialDays },
  monthly: { months: 1 },
  yearly: { months: 12 },
} as const satisfies Record<PlanId, { days: number } | { months: number }>;

/**
 * The end of a plan's term that begins at `from`. A month without that day ends on its last one: 31 January, 28
 * February.
 */
export function endOfTerm(plan: PlanId, from: Date): Date {
  const term = licenceTerms[plan];
  const end = new Date(from);
  if ('days' in term) {
    end.setUTCDate(end.getUTCDate() + term.days);
    return end;
  }
  const day = from.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + term.months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
