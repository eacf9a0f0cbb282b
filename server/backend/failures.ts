import { propertyOf } from '#shared/property-of.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import type { Log } from '#server/lib/log.ts';
import { BreakerOpenError } from './breaker.ts';
import { QueueError } from './bulkhead.ts';
import type { BackendAnswer } from './client.ts';

const timeoutCodes = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
  // The call was aborted because this process ends.
  'UND_ERR_DESTROYED',
]);

/**
 * The status and the code for a call without an answer: 503 for a full queue of this site and for an open breaker, with
 * the seconds for `Retry-After`, 504 for a timeout, 502 for a backend that cannot be reached.
 */
export function backendFailure(error: unknown): {
  status: 502 | 503 | 504;
  error: 'busy' | 'backendSilent' | 'backendRefused';
  retryAfter?: string;
} {
  if (error instanceof QueueError) return { status: 503, error: 'busy', retryAfter: retryAfter.queue };
  // The call was not made.
  if (error instanceof BreakerOpenError)
    return { status: 503, error: 'backendRefused', retryAfter: retryAfter.backend };
  const code = propertyOf(error, 'code');
  const silent = propertyOf(error, 'name') === 'TimeoutError' || timeoutCodes.has(String(code));
  return silent ? { status: 504, error: 'backendSilent' } : { status: 502, error: 'backendRefused' };
}

/**
 * Turns an error into an answer, so that forms handle only answers. `content` names in the log what could not be sent.
 */
export function toFailedAnswer(log: Log, content: string): (error: unknown) => BackendAnswer {
  return (error) => {
    log.warn({ reason: String(error) }, `${content} could not be sent to the backend`);
    const { error: reason, ...answer } = backendFailure(error);
    return { ...answer, body: { error: reason } };
  };
}

/** The status of a page whose form failed: 422 for errors that the sender can correct, 503 and 507 for full storage. */
export function pageStatus(status: number): 422 | 429 | 502 | 503 | 504 | 507 {
  if (status === 429 || status === 503 || status === 504 || status === 507) return status;
  return status >= 400 && status < 500 ? 422 : 502;
}
