import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Long enough for a second click, a reload and a retry; short enough to write the same again later. */
const defaultRememberedMs = 10 * 60 * 1000;

/** Who submits something, as far as that is needed to know a retry. */
export interface Submission {
  /** The id that the browser made for this submit; null for a form without JavaScript. */
  key: string | null;
  /** Tells visitors without a key apart; only ever hashed. */
  visitor: string;
}

/** Reads `Idempotency-Key`, where it is one that this site's own pages make. */
export function readSubmission(request: IncomingMessage & { ip?: string }): Submission {
  const given = request.headers['idempotency-key'];
  const key = typeof given === 'string' && /^[\w-]{16,64}$/.test(given) ? given : null;
  return { key, visitor: `${request.ip ?? ''}\n${request.headers['user-agent'] ?? ''}` };
}

interface Options<Answer> {
  /** Whether an answer means that nothing was stored, so that the same may be sent again. */
  isFailure(answer: Answer): boolean;
  rememberedMs?: number;
}

/**
 * Makes a function that runs a task once for each submission: a retry while the task runs, or within ten minutes after
 * it succeeded, gets the same answer. The task gets the key for the backend. It is the browser's own, so that a retry
 * is known wherever it arrives; without JavaScript the same content of the same visitor is the same submission. After a
 * failure the key stays the same, because the backend may have stored what its answer did not confirm.
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
