import type { ServerResponse } from 'node:http';
import { UpstreamError, type UpstreamAnswer } from './upstream.ts';

/** A success that cannot be read is none: somebody else's page with status 200 is no backend that has kept a message. */
export function believeAnswer(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status < 300 && answer.body === undefined)
    throw new UpstreamError('the backend answered a post with something else than JSON');
  return answer;
}

/** When the backend says how long to wait, so does this site. */
export function passRetryAfter(response: ServerResponse, { retryAfter }: { retryAfter?: string }): void {
  if (retryAfter && /^[\w ,:-]{1,40}$/.test(retryAfter)) response.setHeader('Retry-After', retryAfter);
}
