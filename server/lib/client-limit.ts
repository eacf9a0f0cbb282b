import pLimit, { type LimitFunction } from 'p-limit';

interface Options {
  /** The maximum number of tasks of one client that run at once. */
  maxRunning: number;
  /** The maximum number of further tasks of one client, which wait until a running task has ended. */
  maxWaiting: number;
  /** Creates the error for a task of a client that has as many running and waiting tasks as it may. */
  createError(): Error;
}

/** Limits the number of tasks that run at the same time, for each client. `client` is what clientKeyOf() returns. */
export function createClientLimit({ maxRunning, maxWaiting, createError }: Options) {
  const limits = new Map<string, LimitFunction>();
  return async <T>(client: string, task: () => Promise<T>): Promise<T> => {
    const limit = limits.get(client) ?? pLimit(maxRunning);
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw createError();
    limits.set(client, limit);
    try {
      return await limit(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(client);
    }
  };
}
