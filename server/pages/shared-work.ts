/** Work that is under way, and whether its result may be kept. */
export interface Work {
  /** What it is made of has changed meanwhile: its result must not be stored. */
  outdated: boolean;
}

interface Running<Result> extends Work {
  result: Promise<Result>;
}

/** Runs work once for all who ask for the same key while it runs. */
export function createSharedWork<Result>() {
  const running = new Map<string, Running<Result>>();
  return {
    run(key: string, start: (work: Work) => Promise<Result>): Promise<Result> {
      const known = running.get(key);
      if (known) return known.result;
      const work = { outdated: false } as Running<Result>;
      work.result = start(work).finally(() => {
        if (running.get(key) === work) running.delete(key);
      });
      running.set(key, work);
      return work.result;
    },
    /** Whoever asks from now on starts anew; who waits already gets what comes. */
    purge(matches: (key: string) => boolean): void {
      for (const [key, work] of running) {
        if (!matches(key)) continue;
        work.outdated = true;
        running.delete(key);
      }
    },
  };
}
