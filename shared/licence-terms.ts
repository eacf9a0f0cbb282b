import { addMonths } from './add-months.ts';
import type { PlanId } from './plans.ts';

/** How long the trial lasts; the user agreement and the pages print it. */
export const trialDays = 14;

/** How long the licence of a plan is valid. A month ends on the same day of the next one, or on its last day, in UTC. */
export const licenceTerms = {
  trial: { days: trialDays },
  monthly: { months: 1 },
  yearly: { months: 12 },
} as const satisfies Record<PlanId, { days: number } | { months: number }>;

/** The end of a plan's term that begins at `from`. */
export function endOfTerm(plan: PlanId, from: Date): Date {
  const term = licenceTerms[plan];
  if ('months' in term) return addMonths(from, term.months);
  const end = new Date(from);
  end.setUTCDate(end.getUTCDate() + term.days);
  return end;
}
