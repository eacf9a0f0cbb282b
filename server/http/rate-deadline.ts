interface Options {
  /** The minimum average rate, in bytes a second. */
  minRate: number;
  /** The maximum pause, in milliseconds. The average rate must be above the minimum, too. */
  maxPauseMs: number;
}

/**
 * Creates the deadline of a transfer. Each byte moves the deadline on, but never further than the maximum pause from
 * now, so that a fast start does not allow a longer pause. The returned function takes the number of new bytes, and
 * returns whether the transfer is too slow.
 */
export function createRateDeadline({ minRate, maxPauseMs }: Options): (newBytes: number) => boolean {
  let deadline = performance.now() + maxPauseMs;
  return (newBytes) => {
    const now = performance.now();
    deadline = Math.min(now + maxPauseMs, deadline + (newBytes / minRate) * 1000);
    return now > deadline;
  };
}
