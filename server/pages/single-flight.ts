/** One run of a key. */
export interface Flight {
  /** The data has changed since the run started, so its result must not be stored. */
  outdated: boolean;
}

/** Shares one run among all callers of a key while it lasts. */
export function createSingleFlight<Result>() {
  const running = new Map<string, { flight: Flight; result: Promise<Result> }>();
  return {
    run(key: string, start: (flight: Flight) => Promise<Result>): Promise<Result> {
      const earlier = running.get(key);
      if (earlier) return earlier.result;
      const flight: Flight = { outdated: false };
      const result = start(flight).finally(() => {
        if (running.get(key)?.flight === flight) running.delete(key);
      });
      running.set(key, { flight, result });
      return result;
    },
    /** Later callers start a new run; callers that already wait get the result of the old one. */
    purge(matches: (key: string) => boolean): void {
      for (const [key, { flight }] of running) {
        if (!matches(key)) continue;
        flight.outdated = true;
        running.delete(key);
      }
    },
  };
}
