import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { retryField } from '#shared/hidden-fields.ts';
import { fieldOf } from '#server/http/body/fields.ts';

/** Long enough for a second click, a reload and a retry; short enough to allow the same message again later. */
const rememberedMs = 10 * 60 * 1000;
/** Two visitors with one address, the same browser and the same text count as one for this time. */
const secondClickMs = 10_000;

/** One attempt to send a form: its keys, and who sent it. */
export interface Submission {
  /** The key that the browser made for this submit; null for a form without JavaScript. */
  readonly browserKey: string | null;
  /** The key in the page of an earlier, failed attempt of a form without JavaScript; missing in the first attempt. */
  readonly retryKey?: string | undefined;
  /** Distinguishes visitors without a key; only its hash is stored. */
  readonly visitor: string;
}

/**
 * Parses the header `Idempotency-Key` and the hidden field with the key of a form. A key that does not have the format
 * of the keys of this site is ignored.
 */
export function parseSubmission(request: IncomingMessage & { ip?: string }, fields?: unknown): Submission {
  const header = request.headers['idempotency-key'];
  const browserKey = typeof header === 'string' && /^[\w-]{16,64}$/.test(header) ? header : null;
  const retryKey = /^[\da-f-]{36}$/.exec(fieldOf(fields, retryField))?.[0];
  return { browserKey, retryKey, visitor: `${request.ip ?? ''}\n${request.headers['user-agent'] ?? ''}` };
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
}

/**
 * Creates the retry key of a first attempt without JavaScript, in the format of a UUID. All copies of the site make the
 * same one within ten seconds of the clock, so that the backend recognises a second click that another copy has got.
 */
function createRetryKey(submissionId: string): string {
  const period = Math.floor(Date.now() / secondClickMs);
  const hex = hash('sha256', `${submissionId} ${period}`);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url');

/**
 * Creates a function that runs a task once for each submission: a retry gets the same answer, unless the task fails. The
 * task gets the key for the backend. A submission is recognised by its content and
 * - the key of the browser, for ten minutes after the start of the task. The backend gets the same key, so that every
 *   copy of the site recognises the retry;
 * - in the first attempt without JavaScript, the visitor: while the task runs, for ten seconds after its success, and
 *   for ten minutes after a failure, because the browser may reload the page of the failure;
 * - in a later attempt without JavaScript, the key in the page of the failure, for ten minutes. Its key for the backend
 *   also depends on the content, which the visitor may have changed.
 */
export function createIdempotency<Answer>({ isFailure }: Options<Answer>) {
  const runs = new LRUCache<string, Promise<Run<Answer>>>({ max: 10_000, ttl: rememberedMs });
  /** The retry keys of failed attempts: the backend may have stored what it did not confirm. */
  const retryKeysOfFailed = new LRUCache<string, string>({ max: 10_000, ttl: rememberedMs });

  return async (
    content: unknown,
    submission: Submission,
    task: (backendKey: string) => Promise<Answer>,
  ): Promise<Run<Answer>> => {
    const { browserKey, visitor } = submission;
    const sentKey = browserKey ?? submission.retryKey;
    const submissionId = digest([content, sentKey ?? visitor]);
    const earlier = runs.get(submissionId);
    if (earlier) return earlier;
    const retryKey = submission.retryKey ?? retryKeysOfFailed.get(submissionId) ?? createRetryKey(submissionId);
    const backendKey = browserKey ?? `${retryKey}-${digest(content).slice(0, 22)}`;
    const run = task(backendKey).then((answer) => ({ answer, retryKey }));
    runs.set(submissionId, run);
    let isStored = false;
    try {
      const attempt = await run;
      isStored = !isFailure(attempt.answer);
      return attempt;
    } finally {
      if (!isStored) {
        runs.delete(submissionId);
        retryKeysOfFailed.set(submissionId, retryKey);
      } else {
        retryKeysOfFailed.delete(submissionId);
        if (sentKey === undefined) runs.set(submissionId, run, { ttl: secondClickMs });
      }
    }
  };
}
