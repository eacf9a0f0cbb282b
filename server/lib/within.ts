import { setImmediate } from 'node:timers/promises';

/**
 * Resolves or rejects like `task`. If that takes longer than `ms` milliseconds, resolves with what `onTimeout` returns,
 * or rejects with what it throws; the task itself continues, and its later failure is ignored.
 * After the process was blocked, the event loop runs timers before it reads the data that has arrived meanwhile. So the
 * timeout waits for one more turn of the event loop: a task whose data has arrived is not late.
 */
export async function within<Value, Fallback>(
  task: Promise<Value>,
  ms: number,
  onTimeout: () => Fallback,
): Promise<Value | Awaited<Fallback>> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  try {
    return await Promise.race([task, timeout.promise.then(() => setImmediate()).then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
