/**
 * A stored time later than this was written while the clock was ahead, and is ignored. The limit is twice the maximum
 * delay, so that a small correction of the clock does not make a row due that is being sent.
 */
export const maxDueTime = (now: number, maxDelayMs: number): number => now + 2 * maxDelayMs;

const correctionMs = 60_000;

/**
 * The same for the time at which a row was made, which is later than now only after a small correction of the clock.
 */
export const maxCreationTime = (now: number): number => now + correctionMs;
