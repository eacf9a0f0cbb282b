import { site } from '#shared/site.ts';

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const dayMs = 24 * 3_600_000;

/** The clocks of a time zone, as fields of the type datetime-local show them. */
export function createLocalTime(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });

  /** A moment such as 2026-03-01T12:30; empty for an empty text. */
  const toLocal = (iso: string): string => (iso ? format.format(new Date(iso)).replace(' ', 'T') : '');

  /** How far the clocks are ahead of UTC at a moment of whole minutes, in milliseconds. */
  const aheadAt = (ms: number): number => Date.parse(`${toLocal(new Date(ms).toISOString())}Z`) - ms;

  /**
   * The moment that a local time means, in ISO 8601; null where it is none. Of an hour that comes twice in autumn the
   * first one is meant, and one that is left out in spring is the hour after it.
   */
  function fromLocal(local: string): string | null {
    const wanted = pattern.exec(local)?.[0];
    const asIfUtc = Date.parse(`${wanted}Z`);
    if (!wanted || Number.isNaN(asIfUtc)) return null;
    // Clocks are changed at most once in two days.
    const [before, after] = [aheadAt(asIfUtc - dayMs), aheadAt(asIfUtc + dayMs)];
    const candidates = [before, after].map((ahead) => new Date(asIfUtc - ahead).toISOString()).sort();
    return candidates.find((iso) => toLocal(iso) === wanted) ?? new Date(asIfUtc - before).toISOString();
  }

  return { toLocal, fromLocal };
}

export const { toLocal: toOfficeTime, fromLocal: fromOfficeTime } = createLocalTime(site.timeZone);
