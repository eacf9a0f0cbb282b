import pLimit from 'p-limit';

/** Our own queue is full, or its waiting time is over: this says nothing about the backend. */
export class QueueError extends Error {
  override name = 'QueueError';
}

interface Options {
  /** Tasks at once. */
  concurrency: number;
  /** Tasks that may wait; more are refused at once. */
  maxWaiting: number;
  /** How long a task may wait for its turn, in milliseconds. */
  waitMs: number;
}

/**
 * Runs one kind of calls with connections and a queue of its own, so that no kind can keep another from the backend.
 * Rejects with a QueueError when the queue is full or the wait is over.
 */
export function createBulkhead({ concurrency, maxWaiting, waitMs }: Options) {
  const limit = pLimit(concurrency);
  return function run<T>(task: () => Promise<T>): Promise<T> {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxWaiting)
      return Promise.reject(new QueueError('too many calls wait for the backend'));
    return new Promise<T>((resolve, reject) => {
      let expired = false;
      const timer = setTimeout(() => {
        expired = true;
        reject(new QueueError('the wait for a connection to the backend is over'));
      }, waitMs);
      const start = async () => {
        clearTimeout(timer);
        if (!expired) resolve(await task());
      };
      limit(start).catch(reject);
    });
  };
}

export type Bulkhead = ReturnType<typeof createBulkhead>;
