/**
 * Resolves or rejects like `task`. If that takes longer than `ms` milliseconds, resolves with what `onTimeout` returns,
 * or rejects with what it throws; the task itself continues, and its later failure is ignored.
 */
export async function within<Value, Fallback>(
  task: Promise<Value>,
  ms: number,
  onTimeout: () => Fallback,
): Promise<Value | Awaited<Fallback>> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  try {
    return await Promise.race([task, timeout.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
