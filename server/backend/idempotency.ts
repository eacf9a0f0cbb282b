import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Long enough for a second click, a reload and an impatient retry; short enough to say the same thing again later. */
const rememberedMs = 10 * 60 * 1000;

/**
 * Runs a task once for equal content: whoever sends the same again while it runs or soon after gets the same answer.
 * An answer that `failed` says was none may be tried again. The task gets a key that every copy of this site makes the
 * same of equal content; it changes with time, because a backend may remember keys longer than this does, and would
 * answer tomorrow's purchase with today's invoice.
 */
export function createIdempotency<Answer>(failed: (answer: Answer) => boolean) {
  const answers = new LRUCache<string, Promise<Answer>>({ max: 10_000, ttl: rememberedMs });
  return async (content: unknown, task: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    const earlier = answers.get(key);
    if (earlier) return earlier;
    const running = task(`${key}-${Math.floor(Date.now() / rememberedMs)}`);
    answers.set(key, running);
    try {
      const answer = await running;
      if (failed(answer)) answers.delete(key);
      return answer;
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
