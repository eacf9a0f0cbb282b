import { setTimeout as wait } from 'node:timers/promises';

interface RetryOptions {
  /** No attempt begins later than this many milliseconds after the first. */
  timeoutMs: number;
  /** The pause between two attempts, in milliseconds. */
  pauseMs: number;
  /** Whether another attempt may succeed after this error. */
  canRetry(error: unknown): boolean;
}

/** Repeats a task until it succeeds; rejects with its last error when it may not be repeated. */
export async function retry<T>(task: () => Promise<T>, { timeoutMs, pauseMs, canRetry }: RetryOptions): Promise<T> {
  for (const deadline = performance.now() + timeoutMs; ;) {
    try {
      return await task();
    } catch (error) {
      if (!canRetry(error) || performance.now() + pauseMs > deadline) throw error;
      await wait(pauseMs);
    }
  }
}
