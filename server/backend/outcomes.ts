import { BackendError } from './backend-error.ts';
import { BreakerOpenError, type BreakerState } from './breaker.ts';
import { QueueError } from './bulkhead.ts';

/** The kinds of calls to the backend, for metrics. */
export const backendCalls = ['read', 'send', 'file', 'desk'] as const;
export type BackendCall = (typeof backendCalls)[number];

/** How a call to the backend ended, for metrics. */
export const backendOutcomes = ['ok', 'missing', 'refused', 'failed', 'unusable', 'silent', 'open', 'queue'] as const;
export type BackendOutcome = (typeof backendOutcomes)[number];

export interface BackendMetrics {
  /** Counts a call; `ms` is the time of the call without its wait in the queue of this site. */
  backend(call: BackendCall, outcome: BackendOutcome, ms: number): void;
  /** Sets the state of the circuit breaker. */
  breaker(state: BreakerState): void;
}

/** The outcome of a call with an answer, by the status of the answer. */
export function outcomeOfStatus(status: number): BackendOutcome {
  if (status >= 500) return 'failed';
  if (status === 404) return 'missing';
  if (status >= 400) return 'refused';
  return status >= 300 && status !== 304 ? 'unusable' : 'ok';
}

/** The outcome of a rejected call: not made, without an answer, or with an unusable answer. */
export function outcomeOfError(error: unknown): BackendOutcome {
  if (error instanceof BreakerOpenError) return 'open';
  if (error instanceof QueueError) return 'queue';
  if (!(error instanceof BackendError)) return 'silent';
  const { backendStatus } = error;
  return backendStatus === undefined || backendStatus < 300 ? 'unusable' : outcomeOfStatus(backendStatus);
}
