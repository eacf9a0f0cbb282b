const pattern = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Whether a text is a date of ISO 8601, with or without a time. `Date` alone reads 1 as a month, 2026-02-30 as 2 March,
 * and 20260-03-01 as a date of the year 20260.
 */
export function isIsoDate(text: string): boolean {
  const [, day] = pattern.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(day).toISOString().startsWith(day);
}
