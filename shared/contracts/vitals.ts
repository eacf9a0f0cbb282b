import { enums, max, min, number, object, optional, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

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
