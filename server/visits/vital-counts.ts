import type { VitalCount } from '#shared/contracts/visits.ts';
import { rateVital, type VitalName } from '#shared/contracts/vitals.ts';

export interface VitalCounts {
  /** Counts what a browser has measured; `value` as in a VitalsReport. */
  add(name: VitalName, value: number): void;
  /** What was counted since the last call. */
  take(): VitalCount[];
  /** Counts again what could not be sent. */
  putBack(counts: readonly VitalCount[]): void;
}

/** How many pages felt good, fair or poor to visitors: at most a dozen numbers, without pages and without visitors. */
export function createVitalCounts(): VitalCounts {
  let counts = new Map<string, VitalCount>();

  function putBack(returned: readonly VitalCount[]): void {
    for (const { name, rating, count } of returned) {
      const key = `${name} ${rating}`;
      counts.set(key, { name, rating, count: (counts.get(key)?.count ?? 0) + count });
    }
  }

  return {
    add: (name, value) => putBack([{ name, rating: rateVital(name, value), count: 1 }]),
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    putBack,
  };
}
