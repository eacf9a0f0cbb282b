interface Options {
  /** The minimum average rate, in bytes a second. */
  minRate: number;
  /** The maximum pause, in milliseconds. The average rate must be above the minimum, too. */
  graceMs: number;
}

/**
 * Creates the deadline of a transfer. Each byte extends it, up to the grace, so that a fast start does not allow a long
 * pause. The returned function takes the number of new bytes, and returns whether the transfer is too slow.
 */
export function createRateDeadline({ minRate, graceMs }: Options): (newBytes: number) => boolean {
  let deadline = performance.now() + graceMs;
  return (newBytes) => {
    const now = performance.now();
    deadline = Math.min(now + graceMs, deadline + (newBytes / minRate) * 1000);
    return now > deadline;
  };
}
