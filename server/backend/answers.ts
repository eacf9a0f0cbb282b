import type { ServerResponse } from 'node:http';
import { propertyOf } from '#shared/property-of.ts';
import { BackendError } from './backend-error.ts';
import type { BackendAnswer } from './client.ts';

/**
 * A success must be JSON: a page of another server with status 200 does not mean that a message was stored. What it
 * says is dropped, because successes are remembered for retries.
 */
export function requireJsonAnswer(answer: BackendAnswer): BackendAnswer {
  if (answer.status >= 300) return answer;
  if (answer.body === undefined) throw new BackendError('the backend answered a post with something else than JSON');
  return { status: answer.status, body: null };
}

const maxErrorLength = 500;

/** A text of the backend's answer; undefined where it has none. */
export function textOf({ body }: BackendAnswer, name: string): string | undefined {
  const value = propertyOf(body, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxErrorLength) : undefined;
}

/** What a sender learns of the backend's answer: that it was accepted, or why it was not; `failed` where it says no reason. */
export function publicBody(answer: BackendAnswer): { status?: 'ok'; error?: string } {
  return answer.status < 400 ? { status: 'ok' } : { error: textOf(answer, 'error') ?? 'failed' };
}

/** Hands on how long the backend asks to wait. */
export function passRetryAfter(response: ServerResponse, { retryAfter }: { retryAfter?: string }): void {
  if (retryAfter && /^[\w ,:-]{1,40}$/.test(retryAfter)) response.setHeader('Retry-After', retryAfter);
}
