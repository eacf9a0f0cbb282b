import { company } from '#shared/company.ts';

/** The years 1000 to 2999: Intl prints others with more or fewer digits, and a year typed as “26” is a mistake. */
const pattern = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d/;

/** Converts between UTC and the local time of a zone, in the format of datetime-local inputs. */
export function createLocalTime(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });

  /** Formats a time such as 2026-03-01T12:30; an empty text remains empty. */
  const toLocal = (iso: string): string => (iso ? format.format(new Date(iso)).replace(' ', 'T') : '');

  /**
   * Converts a local time to ISO 8601; returns null for an invalid one. A local time that occurs twice in autumn means
   * the first one, and one that is skipped in spring means an hour later.
   */
  function fromLocal(local: string): string | null {
    const wanted = pattern.exec(local)?.[0];
    if (!wanted) return null;
    try {
      const { epochMilliseconds } = Temporal.PlainDateTime.from(wanted).toZonedDateTime(timeZone);
      return new Date(epochMilliseconds).toISOString();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return null; // The calendar has no such day, or the day no such hour.
    }
  }

  return { toLocal, fromLocal };
}

export const { toLocal: toOfficeTime, fromLocal: fromOfficeTime } = createLocalTime(company.timeZone);
