import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { retryField } from '#shared/hidden-fields.ts';
import { fieldOf } from '#server/http/body/fields.ts';

/** Long enough for a second click, a reload and a retry; short enough to allow the same message again later. */
const defaultRememberedMs = 10 * 60 * 1000;
/** Two visitors with one address, the same browser and the same text count as one for this time. */
const secondClickMs = 10_000;

/** The sender of a form, by which a retry is recognised. */
export interface Submission {
  /** The key that the browser made for this submit; null for a form without JavaScript. */
  readonly key: string | null;
  /** The key of the earlier attempts of a form without JavaScript; missing in the first one. */
  readonly retryKey?: string | undefined;
  /** Distinguishes visitors without a key; only its hash is stored. */
  readonly visitor: string;
}

/**
 * Parses the header `Idempotency-Key` and the hidden field with the key of a form. A key that does not have the format
 * of the keys of this site is ignored.
 */
export function parseSubmission(request: IncomingMessage & { ip?: string }, fields?: unknown): Submission {
  const given = request.headers['idempotency-key'];
  const key = typeof given === 'string' && /^[\w-]{16,64}$/.test(given) ? given : null;
  const retryKey = /^[\da-f-]{36}$/.exec(fieldOf(fields, retryField))?.[0];
  return { key, retryKey, visitor: `${request.ip ?? ''}\n${request.headers['user-agent'] ?? ''}` };
}

/** The value of the hidden field in the page of a failed form. */
export const retryValues = ({ retryKey }: Pick<Submission, 'retryKey'>): Record<string, string> =>
  retryKey === undefined ? {} : { [retryField]: retryKey };

interface Run<Answer> {
  answer: Answer;
  /** The page of a failure contains this key, by which the next attempt is recognised. */
  retryKey: string;
}

interface Options<Answer> {
  /** Whether an answer means that nothing was stored, so that the same content may be sent again. */
  isFailure(answer: Answer): boolean;
  rememberedMs?: number;
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * Creates a function that runs a task once for each submission. A retry gets the same answer for ten minutes after the
 * start of the task, unless the task fails. The task gets the key for the backend: the key of the browser, so that
 * every copy of the site recognises the retry. Without JavaScript, the first attempt is identified by the visitor and
 * the content while it runs and for ten seconds after its success, and a later one by the key in the page of the failed
 * attempt. The key of such a later attempt for the backend also depends on the content, because the visitor may have
 * changed the content.
 */
export function createIdempotency<Answer>({ isFailure, rememberedMs = defaultRememberedMs }: Options<Answer>) {
  const runs = new LRUCache<string, Promise<Run<Answer>>>({ max: 10_000, ttl: rememberedMs });

  return async (
    content: unknown,
    { key, retryKey: givenRetryKey, visitor }: Submission,
    task: (key: string) => Promise<Answer>,
  ): Promise<Run<Answer>> => {
    const givenKey = key ?? givenRetryKey;
    const id = digest([content, givenKey ?? visitor]);
    const earlier = runs.get(id);
    if (earlier) return earlier;
    const retryKey = givenRetryKey ?? randomUUID();
    const backendKey = key ?? `${retryKey}-${digest(content).slice(0, 22)}`;
    const run = task(backendKey).then((answer) => ({ answer, retryKey }));
    runs.set(id, run);
    try {
      const attempt = await run;
      if (isFailure(attempt.answer)) runs.delete(id);
      else if (givenKey === undefined) runs.set(id, run, { ttl: Math.min(secondClickMs, rememberedMs) });
      return attempt;
    } catch (error) {
      runs.delete(id);
      throw error;
    }
  };
}
