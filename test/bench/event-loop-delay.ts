import { median } from './median.ts';

/** The share of reports that may be above the limit: the machine is shared, so that single ones may be late. */
const maxShareAbove = 0.05;

/** Judges the delays of all reports: their median must be at most at the limit, and so must almost every single one. */
export function judgeDelays(delays: readonly number[], maxMs: number) {
  const medianMs = median(delays);
  const above = delays.filter((delay) => !(delay <= maxMs)).length;
  const isOver = medianMs > maxMs || above > Math.max(1, delays.length * maxShareAbove);
  return { medianMs, above, isOver };
}
