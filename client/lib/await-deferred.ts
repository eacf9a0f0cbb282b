import { isDeferred, type DeferredValue, type PackedData } from './deferred-value.ts';

/** The deferred values of a page's data. */
export const deferredValues = (data: unknown): DeferredValue<unknown>[] => Object.values(data ?? {}).filter(isDeferred);

function track<T>(deferred: DeferredValue<T>): PromiseLike<void> {
  deferred.status ??= 'pending';
  return deferred.then(
    (value) => {
      Object.assign(deferred, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      Object.assign(deferred, { status: 'rejected', reason });
    },
  );
}

/** Resolves when all deferred values of a page's data have arrived or failed. */
export const awaitDeferred = (data: unknown): Promise<unknown> => Promise.all(deferredValues(data).map(track));

/** Marks the values that have not arrived yet: the server sends them later. Returns whether all have arrived. */
export function markStreamed(data: unknown): boolean {
  const values = deferredValues(data);
  for (const value of values) value.streamed = value.status === 'pending';
  return values.every((value) => value.status === 'fulfilled');
}

/** A page's data in a form that JSON can contain; of streamed values only the names are included. */
export function packData(data: unknown): PackedData {
  if (typeof data !== 'object' || data === null) return { now: data ?? null, arrived: {}, streamed: [] };
  const now: Record<string, unknown> = {};
  const packed: PackedData = { now, arrived: {}, streamed: [] };
  for (const [name, value] of Object.entries(data)) {
    if (!isDeferred(value)) now[name] = value;
    else if (value.status === 'fulfilled') packed.arrived[name] = value.value;
    else packed.streamed.push(name);
  }
  return packed;
}
