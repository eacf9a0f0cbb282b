/**
 * Resolves or rejects like `task`. If that takes longer than `ms` milliseconds, resolves with what `onLate` returns, or
 * rejects with what it throws; the task itself continues, and its later failure is ignored.
 */
export async function within<Value, Late>(
  task: Promise<Value>,
  ms: number,
  onLate: () => Late,
): Promise<Value | Awaited<Late>> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  try {
    return await Promise.race([task, late.promise.then(onLate)]);
  } finally {
    clearTimeout(timer);
  }
}
