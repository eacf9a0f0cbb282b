import { company } from '#shared/company.ts';

/** The years 1000 to 2999: Intl prints others with more or fewer digits, and a year typed as “26” is a mistake. */
const pattern = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d/;
const dayMs = 24 * 3_600_000;

/** Converts between UTC and the local time of a zone, in the format of datetime-local inputs. */
export function createLocalTime(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });

  /** Formats a time such as 2026-03-01T12:30; an empty text remains empty. */
  const toLocal = (iso: string): string => (iso ? format.format(new Date(iso)).replace(' ', 'T') : '');

  /** Returns the UTC offset of the zone at a time, in milliseconds. */
  const aheadAt = (ms: number): number => Date.parse(`${toLocal(new Date(ms).toISOString())}Z`) - ms;

  /**
   * Converts a local time to ISO 8601; returns null for an invalid one. A local time that occurs twice in autumn means
   * the first one, and one that is skipped in spring means an hour later.
   */
  function fromLocal(local: string): string | null {
    const wanted = pattern.exec(local)?.[0];
    const asIfUtc = Date.parse(`${wanted}Z`);
    // `Date` reads 30 February as 2 March.
    if (!wanted || Number.isNaN(asIfUtc) || !new Date(asIfUtc).toISOString().startsWith(wanted)) return null;
    // The offset changes at most once in two days.
    const [before, after] = [aheadAt(asIfUtc - dayMs), aheadAt(asIfUtc + dayMs)];
    const candidates = [before, after].map((ahead) => new Date(asIfUtc - ahead).toISOString()).sort();
    return candidates.find((iso) => toLocal(iso) === wanted) ?? new Date(asIfUtc - before).toISOString();
  }

  return { toLocal, fromLocal };
}

export const { toLocal: toOfficeTime, fromLocal: fromOfficeTime } = createLocalTime(company.timeZone);
