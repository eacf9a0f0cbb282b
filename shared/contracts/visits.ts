import { array, enums, integer, min, object, pattern, size, string, type Infer } from 'superstruct';
import { languageNames } from '../languages.ts';

/** The name of a host, or nothing. */
const host = pattern(size(string(), 0, 100), /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/);

/** Visits of one page in one language that came from one site; nothing of a visitor. */
export const VisitCount = object({
  /** The path of the page. */
  page: pattern(size(string(), 1, 250), /^\/\S*$/),
  language: enums(languageNames),
  /** The host of another site that has led here; empty where none has. */
  referrer: host,
  count: min(integer(), 1),
});
export type VisitCount = Infer<typeof VisitCount>;

/** What a copy of the site has counted in the last minute. */
export const VisitReport = object({ visits: size(array(VisitCount), 1, 150) });
export type VisitReport = Infer<typeof VisitReport>;
