import type { Breaker } from './breaker.ts';
import {
  outcomeOfError,
  outcomeOfStatus,
  type BackendCall,
  type BackendMetrics,
  type BackendOutcome,
} from './outcomes.ts';
import type { Transport } from './transport.ts';

/** Shared by all calls of the backend client: the connections, the circuit breaker, and the measurement of a call. */
export interface CallTools {
  transport: Transport;
  breaker: Breaker;
  /** A clock that is never set back, in milliseconds. */
  now: () => number;
  /**
   * Measures a task; the task calls `start` when it gets its connection, because the wait in this site's queue is not
   * the backend's time.
   */
  measure: <T extends { status: number }>(call: BackendCall, task: (start: () => void) => Promise<T>) => Promise<T>;
}

/** Creates the function that measures the outcome and the time of every call. */
export function createMeasure(metrics: Pick<BackendMetrics, 'backend'>): CallTools['measure'] {
  return async (call, task) => {
    let started = performance.now();
    const start = () => {
      started = performance.now();
    };
    const count = (outcome: BackendOutcome) => metrics.backend(call, outcome, performance.now() - started);
    try {
      const answer = await task(start);
      count(outcomeOfStatus(answer.status));
      return answer;
    } catch (error) {
      count(outcomeOfError(error));
      throw error;
    }
  };
}
