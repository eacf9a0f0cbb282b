/** Processor time of `run` in microseconds, the best of three. */
function bestTime(run: () => unknown): number {
  let shortest = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    run();
    shortest = Math.min(shortest, process.cpuUsage(before).user);
  }
  return shortest;
}

/**
 * How many times longer `run(4 * size)` takes than `run(size)`, in processor time: about 4 where the time grows with
 * the input, 16 where it grows with its square. It is measured up to five times and the smallest ratio counts: a busy
 * machine can make linear code look slow, but hardly quadratic code fast.
 */
export function timeRatio(run: (size: number) => unknown, size: number): number {
  run(size);
  let ratio = Infinity;
  for (let attempt = 0; attempt < 5 && ratio > 8; attempt += 1) {
    // A millisecond is added on both sides, because shorter times are not reliable.
    const measured = (bestTime(() => run(4 * size)) + 1000) / (bestTime(() => run(size)) + 1000);
    ratio = Math.min(ratio, measured);
  }
  return ratio;
}
