import type { Log } from '#server/operations/log.ts';
import { BreakerOpenError } from './breaker.ts';
import type { BackendAnswer } from './client.ts';

const silentCodes = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** What a call that got no answer is told: 504 when the backend was silent, 502 when it could not be reached. */
export function backendFailure(error: unknown): { status: 502 | 504; error: 'backendSilent' | 'backendRefused' } {
  const { name, code } = error as { name?: string; code?: string };
  // A breaker that is open spares the visitor the wait, whatever the backend did before.
  const silent = !(error instanceof BreakerOpenError) && (name === 'TimeoutError' || silentCodes.has(code ?? ''));
  return silent ? { status: 504, error: 'backendSilent' } : { status: 502, error: 'backendRefused' };
}

/** The same as an answer, so that a form has one kind of answer to speak of; `what` could not be handed over. */
export function toFailedAnswer(log: Log, what: string): (error: unknown) => BackendAnswer {
  return (error) => {
    log.warn({ reason: String(error) }, `${what} could not be handed to the backend`);
    const { status, error: reason } = backendFailure(error);
    return { status, body: { error: reason } };
  };
}

/** The status of a page whose form came to nothing: what the backend refuses, its sender can mend. */
export function pageStatus(status: number): 422 | 429 | 502 | 503 | 504 | 507 {
  if (status === 429 || status === 503 || status === 504 || status === 507) return status;
  return status >= 400 && status < 500 ? 422 : 502;
}
