/** The queue of this site is full, or a task has waited too long in it. This is not a failure of the backend. */
export class QueueError extends Error {
  override name = 'QueueError';
}

interface Options {
  /** The maximum number of tasks that run at once. */
  concurrency: number;
  /** The maximum number of tasks that wait; further tasks are rejected at once. */
  maxWaiting: number;
  /** The maximum wait of a task, in milliseconds. */
  waitMs: number;
}

/**
 * Creates a queue for one kind of calls with a limit of parallel calls, so that no kind can block the others. Rejects
 * with a QueueError when the queue is full or the wait is too long.
 */
export function createBulkhead({ concurrency, maxWaiting, waitMs }: Options) {
  let running = 0;
  /** The functions that start the waiting tasks, the oldest first. */
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
      // The next task takes the place of this one, so the number of running tasks does not change.
      if (startNext) startNext();
      else running -= 1;
    }
  };
}

export type Bulkhead = ReturnType<typeof createBulkhead>;
