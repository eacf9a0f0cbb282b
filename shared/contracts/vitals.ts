import { enums, max, min, number, object, optional, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

export const ratings = ['good', 'fair', 'poor'] as const;
export type Rating = (typeof ratings)[number];

/**
 * The limits of web.dev/articles/vitals: a value up to the first is good, up to the second fair. CLS has no unit, the
 * others are in ms.
 */
const limits: Record<VitalName, readonly [good: number, fair: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
};

export function rateVital(name: VitalName, value: number): Rating {
  const [good, fair] = limits[name];
  if (value <= good) return 'good';
  return value <= fair ? 'fair' : 'poor';
}

const milliseconds = () => optional(max(min(number(), 0), 600_000));

/** The measurements that a browser sends once, when its page is left. They contain no data about the visitor. */
export const VitalsReport = object({
  route: size(string(), 1, 60),
  language: enums(languageNames),
  LCP: milliseconds(),
  INP: milliseconds(),
  TTFB: milliseconds(),
  CLS: optional(max(min(number(), 0), 100)),
});
export type VitalsReport = Infer<typeof VitalsReport>;
