import { enums, max, min, number, object, optional, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

export const ratings = ['good', 'fair', 'poor'] as const;
export type Rating = (typeof ratings)[number];

/** Up to the first a value is good, up to the second fair: the limits of web.dev/articles/vitals. Milliseconds, but CLS. */
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

/** What a browser tells once when its page is left: how the page felt, and nothing about whom. */
export const VitalsReport = object({
  route: size(string(), 1, 60),
  language: enums(languageNames),
  LCP: milliseconds(),
  INP: milliseconds(),
  TTFB: milliseconds(),
  CLS: optional(max(min(number(), 0), 100)),
});
export type VitalsReport = Infer<typeof VitalsReport>;
