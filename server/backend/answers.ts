import type { ServerResponse } from 'node:http';
import { BackendError, type BackendAnswer } from './client.ts';

/** A success that cannot be read is none: somebody else's page with status 200 is no backend that has kept a message. */
export function requireJsonAnswer(answer: BackendAnswer): BackendAnswer {
  if (answer.status < 300 && answer.body === undefined)
    throw new BackendError('the backend answered a post with something else than JSON');
  return answer;
}

const errorLength = 500;

/** A text of the backend's answer; undefined where it has none. */
export function textOf({ body }: BackendAnswer, name: string): string | undefined {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, errorLength) : undefined;
}

/** What a sender is told of the backend's answer: that it was taken, or the backend's own words; nothing else leaks through. */
export function publicBody(answer: BackendAnswer): { status?: 'ok'; error?: string } {
  return answer.status < 400 ? { status: 'ok' } : { error: textOf(answer, 'error') };
}

/** When the backend says how long to wait, so does this site. */
export function passRetryAfter(response: ServerResponse, { retryAfter }: { retryAfter?: string }): void {
  if (retryAfter && /^[\w ,:-]{1,40}$/.test(retryAfter)) response.setHeader('Retry-After', retryAfter);
}
