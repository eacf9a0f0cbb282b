import { officeDay } from './dates.ts';
import {
  callWeeks,
  estimate,
  jobs,
  planWeeks,
  toWeeks,
  type JobName,
  type Range,
  type SystemName,
} from './estimates.ts';

/** The choice of a visitor for an estimate. */
export interface Choice {
  job: JobName;
  touched: readonly SystemName[];
  /** The day by which the work should be ready, YYYY-MM-DD; empty without one. */
  by: string;
}

/** The part of the work that can be ready by the wished day, if the whole work cannot. */
export type ByThen =
  | { kind: 'fewer'; without: SystemName[] }
  | { kind: 'smaller'; job: JobName }
  | { kind: 'first' | 'plan' | 'call' | 'reply' };

/** Whether the wished day can be met. `ready` are the days between which the work ends. */
type Verdict =
  { kind: 'past' } | { kind: 'inTime' | 'tight'; ready: Range } | { kind: 'late'; ready: Range; byThen: ByThen };

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** A day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * The systems to leave for later, so that the rest takes at most `weeks`. It removes the system that saves most, then
 * the next one, until the rest fits: so it removes as few as possible.
 */
function systemsTooMany(job: JobName, touched: readonly SystemName[], weeks: number): SystemName[] | null {
  const without: SystemName[] = [];
  let rest = touched;
  while (estimate(job, rest)[1] > weeks) {
    const lengths = rest.map(
      (name) =>
        estimate(
          job,
          rest.filter((other) => other !== name),
        )[1],
    );
    const shortest = rest[lengths.indexOf(Math.min(...lengths))];
    if (shortest === undefined) return null;
    without.push(shortest);
    rest = rest.filter((name) => name !== shortest);
  }
  return without;
}

function findByThen({ job, touched }: Choice, weeks: number): ByThen {
  const { first, ...rest } = jobs[job];
  const afterPlan = weeks - planWeeks;
  const without = systemsTooMany(job, touched, afterPlan);
  if (without) return { kind: 'fewer', without };
  if ('smaller' in rest && estimate(rest.smaller, [])[1] <= afterPlan) return { kind: 'smaller', job: rest.smaller };
  if (toWeeks(first)[1] <= afterPlan) return { kind: 'first' };
  if (afterPlan >= 0) return { kind: 'plan' };
  return { kind: weeks >= callWeeks ? 'call' : 'reply' };
}

/**
 * Compares the wished day with the estimate. The work begins when the plan is ready. `now` and the returned times are
 * in ms since 1970. Null without a wished day, or for one that the calendar does not have.
 */
export function judge(choice: Choice, now: number): Verdict | null {
  if (!isDay(choice.by)) return null;
  const today = Date.parse(officeDay(new Date(now)));
  const weeks = (Date.parse(choice.by) - today) / weekMs;
  if (weeks < 0) return { kind: 'past' };
  const [min, max] = estimate(choice.job, choice.touched);
  const ready: Range = [today + (planWeeks + min) * weekMs, today + (planWeeks + max) * weekMs];
  if (planWeeks + max <= weeks) return { kind: 'inTime', ready };
  if (planWeeks + min <= weeks) return { kind: 'tight', ready };
  return { kind: 'late', ready, byThen: findByThen(choice, weeks) };
}
