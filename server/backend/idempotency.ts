import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Long enough for a second click, a reload and a retry; short enough to allow the same message again later. */
const defaultRememberedMs = 10 * 60 * 1000;

/** The sender of a form, by which a retry is recognised. */
export interface Submission {
  /** The key that the browser made for this submit; null for a form without JavaScript. */
  key: string | null;
  /** Distinguishes visitors without a key; only its hash is stored. */
  visitor: string;
}

/** Reads the header `Idempotency-Key`; the key is null when its form is not that of this site's own keys. */
export function readSubmission(request: IncomingMessage & { ip?: string }): Submission {
  const given = request.headers['idempotency-key'];
  const key = typeof given === 'string' && /^[\w-]{16,64}$/.test(given) ? given : null;
  return { key, visitor: `${request.ip ?? ''}\n${request.headers['user-agent'] ?? ''}` };
}

interface Options<Answer> {
  /** Whether an answer means that nothing was stored, so that the same content may be sent again. */
  isFailure(answer: Answer): boolean;
  rememberedMs?: number;
}

/**
 * Creates a function that runs a task once for each submission. A retry gets the same answer while the task runs and
 * for ten minutes after its success. The task gets the key for the backend: the key of the browser, so that every copy
 * of the site recognises the retry. Without JavaScript, the same content from the same visitor is the same submission.
 * The key does not change after a failure, because the backend may have stored the content before it failed.
 */
export function createIdempotency<Answer>({ isFailure, rememberedMs = defaultRememberedMs }: Options<Answer>) {
  const answers = new LRUCache<string, Promise<Answer>>({ max: 10_000, ttl: rememberedMs });
  const keys = new LRUCache<string, string>({ max: 10_000, ttl: rememberedMs, updateAgeOnGet: true });

  function backendKey(hash: string, { key }: Submission): string {
    if (key) return key;
    const made = keys.get(hash) ?? randomUUID();
    keys.set(hash, made);
    return made;
  }

  return async (content: unknown, submission: Submission, task: (key: string) => Promise<Answer>): Promise<Answer> => {
    const { key, visitor } = submission;
    const hash = createHash('sha256')
      .update(JSON.stringify([content, key ?? visitor]))
      .digest('base64url');
    const earlier = answers.get(hash);
    if (earlier) return earlier;
    const running = task(backendKey(hash, submission));
    answers.set(hash, running);
    try {
      const answer = await running;
      if (isFailure(answer)) answers.delete(hash);
      else keys.delete(hash);
      return answer;
    } catch (error) {
      answers.delete(hash);
      throw error;
    }
  };
}
