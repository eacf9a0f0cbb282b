/** The backend did not answer several times in a row: it is not asked for a while. */
export class BreakerOpenError extends Error {
  override name = 'BreakerOpenError';
}

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  /** Counts the outcome of a task; rejects with a BreakerOpenError without running it while the breaker is open. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Runs a task whose failure says nothing about the backend; refused like every other while the breaker is open. */
  runUncounted<T>(task: () => Promise<T>): Promise<T>;
  readonly state: BreakerState;
}

interface Options {
  /** Failures in a row that open it. */
  maxFailures: number;
  /** How long it stays open before one probe is let through, in milliseconds. */
  openMs: number;
  now?: () => number;
  onChange?: (state: BreakerState) => void;
  /** Errors that are not the backend's, such as a full queue of ours. */
  isNeutral?: (error: unknown) => boolean;
}

/** Stops calling a backend that does not answer, and lets a single probe find out whether it does again. */
export function createBreaker({ maxFailures, openMs, now = Date.now, onChange, isNeutral }: Options): Breaker {
  let failures = 0;
  let openedAt = 0;
  let probing = false;
  let state: BreakerState = 'closed';

  function change(next: BreakerState) {
    if (state === next) return;
    state = next;
    onChange?.(next);
  }

  const mayProbe = () => !probing && now() - openedAt >= openMs;
  const refuse = () => Promise.reject(new BreakerOpenError('the backend does not answer; it is asked again soon'));

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const isProbe = state !== 'closed';
    if (isProbe) {
      if (!mayProbe()) return refuse();
      probing = true;
      change('half-open');
    }
    try {
      const result = await task();
      // While it is open only the probe decides: the answer to an older call says nothing about now.
      if (isProbe || state === 'closed') {
        failures = 0;
        change('closed');
      }
      return result;
    } catch (error) {
      if (isNeutral?.(error)) {
        if (isProbe) change('open');
        throw error;
      }
      failures += 1;
      if (isProbe || state === 'closed') openedAt = now();
      if (isProbe || (state === 'closed' && failures >= maxFailures)) change('open');
      throw error;
    } finally {
      if (isProbe) probing = false;
    }
  }

  return {
    run,
    runUncounted: (task) => (state === 'closed' ? task() : refuse()),
    get state() {
      return state;
    },
  };
}
