import type { Metrics } from '#server/operations/metrics.ts';
import type { Breaker } from './breaker.ts';
import { outcomeOfError, outcomeOfStatus, type BackendCall, type BackendOutcome } from './outcomes.ts';
import type { Transport } from './transport.ts';

/** Shared by all calls of the backend client: the connections, the circuit breaker, and the measurement of a call. */
export interface CallTools {
  transport: Transport;
  breaker: Breaker;
  measure: <T extends { status: number }>(call: BackendCall, task: () => Promise<T>) => Promise<T>;
}

/** Measures every call by its outcome and its time. */
export function createMeasure(metrics?: Pick<Metrics, 'backend'>): CallTools['measure'] {
  return async (call, task) => {
    const started = performance.now();
    const count = (outcome: BackendOutcome) => metrics?.backend(call, outcome, performance.now() - started);
    try {
      const answer = await task();
      count(outcomeOfStatus(answer.status));
      return answer;
    } catch (error) {
      count(outcomeOfError(error));
      throw error;
    }
  };
}
