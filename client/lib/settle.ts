import { isLate, type Late, type PackedData } from './late.ts';

function track<T>(late: Late<T>): PromiseLike<void> {
  late.status ??= 'pending';
  return late.then(
    (value) => {
      Object.assign(late, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      Object.assign(late, { status: 'rejected', reason });
    },
  );
}

/** Gives the late values of a page's data a short time to arrive; answers whether all of them did. */
export async function settle(data: unknown, budgetMs: number): Promise<boolean> {
  const late = Object.values(data ?? {}).filter(isLate);
  if (late.length === 0) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const budget = new Promise((resolve) => {
    timer = setTimeout(resolve, budgetMs);
  });
  await Promise.race([Promise.all(late.map(track)), budget]);
  clearTimeout(timer);
  for (const value of late) value.streamed = value.status === 'pending';
  return late.every((value) => value.status === 'fulfilled');
}

/** A page's data as JSON can carry it; streamed values are only named. */
export function packData(data: unknown): PackedData {
  if (typeof data !== 'object' || data === null) return { now: data ?? null, arrived: {}, streamed: [] };
  const packed: PackedData = { now: {}, arrived: {}, streamed: [] };
  for (const [name, value] of Object.entries(data)) {
    if (!isLate(value)) (packed.now as Record<string, unknown>)[name] = value;
    else if (value.status === 'fulfilled') packed.arrived[name] = value.value;
    else packed.streamed.push(name);
  }
  return packed;
}
