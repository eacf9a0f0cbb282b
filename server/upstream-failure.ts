import { BreakerOpenError } from './breaker.ts';

const silentCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** What a post that got no answer is told: 504 when the backend was silent, 502 when it could not be reached. */
export function upstreamFailure(error: unknown): { status: 502 | 504; error: 'backendSilent' | 'backendRefused' } {
  const { name, code } = error as { name?: string; code?: string };
  // A breaker that is open spares the visitor the wait, whatever the backend did before.
  const silent = !(error instanceof BreakerOpenError) && (name === 'TimeoutError' || silentCodes.has(code ?? ''));
  return silent ? { status: 504, error: 'backendSilent' } : { status: 502, error: 'backendRefused' };
}
