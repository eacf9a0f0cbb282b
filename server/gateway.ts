import type { UpstreamAnswer } from './upstream.ts';

const timeouts = new Set(['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError', 'ConnectTimeoutError']);

/** What a visitor is told when the backend gave no answer: 504 when it was silent, 502 when it could not be reached. */
export function gatewayAnswer(error: unknown): UpstreamAnswer {
  const silent = error instanceof Error && timeouts.has(error.name);
  return { status: silent ? 504 : 502, body: { error: 'network' } };
}
