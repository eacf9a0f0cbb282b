/** Processor time of `run` in microseconds. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user;
}

/**
 * How many times longer `run(4 * size)` takes than `run(size)`, in processor time: about 4 where the time grows with
 * the input, 16 where it grows with its square. It is measured up to five times and the smallest ratio counts: a busy
 * machine can make linear code look slow. Of the short times the best of three counts, so that quadratic code cannot look
 * fast.
 */
export function timeRatio(run: (size: number) => unknown, size: number): number {
  run(size);
  let ratio = Infinity;
  for (let attempt = 0; attempt < 5 && ratio > 8; attempt += 1) {
    // A millisecond is added on both sides, because shorter times are not reliable.
    const base = Math.min(...[1, 2, 3].map(() => timeOf(() => run(size))));
    const measured = (timeOf(() => run(4 * size)) + 1000) / (base + 1000);
    ratio = Math.min(ratio, measured);
  }
  return ratio;
}
