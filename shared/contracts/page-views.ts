import { array, enums, integer, min, object, pattern, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';
import { ratings, vitalNames } from './vitals.ts';

/** The name of a host, or an empty string. */
const host = pattern(size(string(), 0, 100), /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/);

/** The number of views of one page, in one language, from one site. It contains no data about visitors. */
export const ViewCount = object({
  /** The path of the page, or `missingPagePath`. */
  page: pattern(size(string(), 1, 250), /^\/\S*$/),
  language: enums(languageNames),
  /** The host of the site whose link was followed; empty without one. */
  referrer: host,
  count: min(integer(), 1),
});
export type ViewCount = Infer<typeof ViewCount>;

/** How many measurements of one kind had one rating. */
export const VitalCount = object({ name: enums(vitalNames), rating: enums(ratings), count: min(integer(), 1) });
export type VitalCount = Infer<typeof VitalCount>;

/**
 * The counts of one copy of the site in the last minute. `visits`, like the path of the call, has the name of the
 * table: a backend of an earlier release may receive the report.
 */
export const ViewReport = object({
  visits: size(array(ViewCount), 0, 150),
  vitals: size(array(VitalCount), 0, vitalNames.length * ratings.length),
});
export type ViewReport = Infer<typeof ViewReport>;
