import { site } from '#shared/site.ts';

const parts = new Intl.DateTimeFormat('sv', { timeZone: site.timeZone, dateStyle: 'short', timeStyle: 'short' });

/** A moment as a field of the type datetime-local has it, such as 2026-03-01T12:30; empty for an empty text. */
export const toOfficeTime = (iso: string): string => (iso ? parts.format(new Date(iso)).replace(' ', 'T') : '');

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * The moment that a field of the type datetime-local means, in ISO 8601; null where it is none. Of an hour that comes
 * twice in autumn the first one is meant, and one that is left out in spring is the hour after it.
 */
export function fromOfficeTime(local: string): string | null {
  const wanted = pattern.exec(local)?.[0];
  const asIfUtc = Date.parse(`${wanted}Z`);
  if (!wanted || Number.isNaN(asIfUtc)) return null;
  for (const hours of [3, 2]) {
    const moment = new Date(asIfUtc - hours * 3_600_000).toISOString();
    if (toOfficeTime(moment) === wanted) return moment;
  }
  return new Date(asIfUtc - 2 * 3_600_000).toISOString();
}
