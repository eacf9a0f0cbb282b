/** The call was not made, because several calls in a row had failed: the breaker is open. */
export class BreakerOpenError extends Error {
  override name = 'BreakerOpenError';
}

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  /**
   * Runs a task and counts its outcome; rejects with a BreakerOpenError without running the task while the breaker is
   * open. A result for which `isInconclusive` returns true is neither a success nor a failure.
   */
  run<T>(task: () => Promise<T>, isInconclusive?: (result: T) => boolean): Promise<T>;
  /**
   * Runs a task whose outcome does not change the state, so that requests for invented addresses can neither open the
   * breaker nor keep it open. Rejects with a BreakerOpenError while the breaker is open and allows no probe yet.
   */
  runUncounted<T>(task: () => Promise<T>): Promise<T>;
  readonly state: BreakerState;
}

interface Options {
  /** The number of failures in a row that open the breaker. */
  maxFailures: number;
  /** How long the breaker stays open before it allows one probe, in milliseconds. */
  openMs: number;
  /**
   * A task that fails after a longer time, in milliseconds, is not counted: its timeouts are shorter, so this process was
   * stopped meanwhile, and with it all tasks that ran.
   */
  maxTaskMs: number;
  /** A clock that is never set back, in milliseconds. */
  now?: () => number;
  onChange: (state: BreakerState) => void;
  /** Whether an error was not caused by the backend, such as a full queue of this site. */
  isNeutral: (error: unknown) => boolean;
}

/**
 * Creates a circuit breaker: it stops calls to a backend that does not answer, and allows a single probe to find out
 * whether the backend answers again.
 */
export function createBreaker({
  maxFailures,
  openMs,
  maxTaskMs,
  now = () => performance.now(),
  onChange,
  isNeutral,
}: Options): Breaker {
  let failures = 0;
  let openedAt = 0;
  let probing = false;
  let state: BreakerState = 'closed';

  function change(next: BreakerState) {
    if (state === next) return;
    state = next;
    onChange(next);
  }

  const mayProbe = () => !probing && now() - openedAt >= openMs;
  const refuse = () =>
    Promise.reject(new BreakerOpenError('the backend does not answer; the next call will be tried soon'));

  async function run<T>(task: () => Promise<T>, isInconclusive?: (result: T) => boolean): Promise<T> {
    const isProbe = state !== 'closed';
    if (isProbe) {
      if (!mayProbe()) return refuse();
      probing = true;
      change('half-open');
    }
    const startedAt = now();
    try {
      const result = await task();
      // If the result of a probe does not show whether the backend works, the breaker stays half-open, and the next call
      // is another probe.
      if (isInconclusive?.(result)) return result;
      // While the breaker is open, only the probe changes its state: the outcome of an older call may be outdated.
      if (isProbe || state === 'closed') {
        failures = 0;
        change('closed');
      }
      return result;
    } catch (error) {
      if (isNeutral(error) || now() - startedAt > maxTaskMs) throw error;
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
    runUncounted: (task) => (state === 'closed' || mayProbe() ? task() : refuse()),
    get state() {
      return state;
    },
  };
}
