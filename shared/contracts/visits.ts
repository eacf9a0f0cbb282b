import { array, enums, integer, min, object, pattern, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';
import { ratings, vitalNames } from './vitals.ts';

/** The name of a host, or nothing. */
const host = pattern(size(string(), 0, 100), /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/);

/** Visits of one page in one language that came from one site; nothing of a visitor. */
export const VisitCount = object({
  /** The path of the page, or `missingPagePath`. */
  page: pattern(size(string(), 1, 250), /^\/\S*$/),
  language: enums(languageNames),
  /** The host of another site that has led here; empty where none has. */
  referrer: host,
  count: min(integer(), 1),
});
export type VisitCount = Infer<typeof VisitCount>;

/** How many pages felt so to visitors. */
export const VitalCount = object({ name: enums(vitalNames), rating: enums(ratings), count: min(integer(), 1) });
export type VitalCount = Infer<typeof VitalCount>;

/** What a copy of the site has counted in the last minute. */
export const VisitReport = object({
  visits: size(array(VisitCount), 0, 150),
  vitals: size(array(VitalCount), 0, vitalNames.length * ratings.length),
});
export type VisitReport = Infer<typeof VisitReport>;
