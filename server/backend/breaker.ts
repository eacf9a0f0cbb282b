/** The backend is known to be silent: nobody is made to wait for it again so soon. */
export class BreakerOpenError extends Error {
  override name = 'BreakerOpenError';
}

export interface Breaker {
  run<T>(task: () => Promise<T>): Promise<T>;
  readonly state: 'closed' | 'open' | 'half-open';
}

interface Options {
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open before one probe is let through. */
  restMs: number;
  now?: () => number;
  onChange?: (state: Breaker['state']) => void;
}

/** Stops asking a backend that does not answer, and lets a single probe find out whether it is back. */
export function createBreaker({ failures, restMs, now = Date.now, onChange }: Options): Breaker {
  let failed = 0;
  let openedAt = 0;
  let probing = false;
  let state: Breaker['state'] = 'closed';

  function change(next: Breaker['state']) {
    if (state === next) return;
    state = next;
    onChange?.(next);
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const isProbe = state !== 'closed';
    if (isProbe) {
      if (probing || now() - openedAt < restMs)
        throw new BreakerOpenError('the backend does not answer; it is asked again soon');
      probing = true;
      change('half-open');
    }
    try {
      const result = await task();
      // While it rests, only the probe decides: an answer to an older call says nothing about now.
      if (isProbe || state === 'closed') {
        failed = 0;
        change('closed');
      }
      return result;
    } catch (error) {
      failed += 1;
      if (isProbe || state === 'closed') openedAt = now();
      if (isProbe || (state === 'closed' && failed >= failures)) change('open');
      throw error;
    } finally {
      if (isProbe) probing = false;
    }
  }

  return {
    run,
    get state() {
      return state;
    },
  };
}
