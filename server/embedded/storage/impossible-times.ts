/**
 * The clock may have been ahead when a time was stored. A time that is further away than twice its longest delay is
 * ignored; the double leaves room for small corrections, after which a row that is being sent must not be claimed again.
 */
export const impossibleAfter = (now: number, longestMs: number): number => now + 2 * longestMs;

const correctionMs = 60_000;

/** The same for the time at which a row was made, which is never later than now except after a small correction. */
export const madeImpossiblyAfter = (now: number): number => now + correctionMs;
