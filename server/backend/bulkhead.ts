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
  let running = 0;
  /** Starts the tasks that wait, the oldest first. */
  const waiting = new Set<() => void>();

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(new QueueError('too many calls wait for the backend'));
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new QueueError('the wait for a connection to the backend is over'));
      }, waitMs);
      waiting.add(start);
    });

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running += 1;
    else await waitForTurn();
    try {
      return await task();
    } finally {
      const [startNext] = waiting;
      // The next task takes the place of this one, so as many are running.
      if (startNext) startNext();
      else running -= 1;
    }
  };
}

export type Bulkhead = ReturnType<typeof createBulkhead>;
