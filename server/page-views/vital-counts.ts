import type { VitalCount } from '#shared/contracts/page-views.ts';
import { rateVital, type VitalName } from '#shared/contracts/vitals.ts';

export interface VitalCounts {
  /** Counts a measurement of a browser; `value` as in a VitalsReport. */
  add(name: VitalName, value: number): void;
  /** Returns the counts since the last call, and resets them. */
  take(): VitalCount[];
}

/**
 * Counts how many pages were good, fair or poor for visitors: at most a dozen numbers, without pages and without
 * visitors.
 */
export function createVitalCounts(): VitalCounts {
  let counts = new Map<string, VitalCount>();

  return {
    add(name, value) {
      const rating = rateVital(name, value);
      const key = `${name} ${rating}`;
      counts.set(key, { name, rating, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}
