/**
 * How many times longer `run(4 * size)` takes than `run(size)`, in processor time, the best of three each: about 4 where
 * the time grows with the input, 16 where it grows with its square.
 */
export function timeRatio(run: (size: number) => unknown, size: number): number {
  const best = (length: number) => {
    let least = Infinity;
    for (let round = 0; round < 3; round += 1) {
      const before = process.cpuUsage();
      run(length);
      least = Math.min(least, process.cpuUsage(before).user);
    }
    return least;
  };
  run(size);
  // A millisecond more on either side: shorter times say nothing.
  return (best(4 * size) + 1000) / (best(size) + 1000);
}
