import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { propertyOf } from '#shared/property-of.ts';
import { BackendError } from './backend-error.ts';
import type { BackendAnswer } from './client.ts';
import { parseRetryAfter } from './retry-after-header.ts';

/**
 * Checks that a success is JSON: a page of another server with status 200 does not confirm that a message was stored.
 * The content is dropped, because successes are cached for retries.
 */
export function toConfirmation(answer: BackendAnswer): BackendAnswer {
  if (answer.status >= 300) return answer;
  if (answer.body === undefined) throw new BackendError('the backend answered a post with a body that is not JSON');
  return { status: answer.status, body: null };
}

const maxErrorLength = 500;

/** A text field of the backend's answer; undefined when the field is missing or not a text. */
export function answerText({ body }: BackendAnswer, name: string): string | undefined {
  const value = propertyOf(body, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxErrorLength) : undefined;
}

/** Sets `Retry-After` to the seconds that the backend has asked for. */
export function setRetryAfter(response: ServerResponse, { retryAfter }: { retryAfter?: string }): void {
  const seconds = retryAfter === undefined ? null : parseRetryAfter(retryAfter);
  if (seconds !== null) response.setHeader('Retry-After', String(seconds));
}

/**
 * Sends the part of the backend's answer that the visitor may read: success, or the reason of the failure; the reason
 * is `failed` when there is none.
 */
export function sendAnswer(res: Response, answer: BackendAnswer): void {
  setRetryAfter(res, answer);
  const body = answer.status < 400 ? { status: 'ok' } : { error: answerText(answer, 'error') ?? 'failed' };
  res.status(answer.status).json(body);
}
