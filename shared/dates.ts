import { languages, type Language } from './languages.ts';
import { company } from './company.ts';

const { timeZone } = company;

/** The date in the office, such as 2026-03-01. */
export const officeDay = (now: Date): string => new Intl.DateTimeFormat('sv', { timeZone }).format(now);

/** The date in the office `days` days before `now`, such as 2026-03-01; days of 23 or 25 hours count as one day. */
export function officeDayBefore(now: Date, days: number): string {
  const day = new Date(officeDay(now));
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString().slice(0, 10);
}

/**
 * The date, at noon UTC, that is so many working days after `now` in the office; public holidays count as working days.
 */
export function addWorkingDays(now: Date, days: number): Date {
  const day = new Date(`${officeDay(now)}T12:00:00Z`);
  for (let left = days; left > 0; left -= 1) {
    do day.setUTCDate(day.getUTCDate() + 1);
    while ([0, 6].includes(day.getUTCDay()));
  }
  return day;
}

/** Ukrainian weekdays in the genitive, as after «до»; `Intl` has only the nominative. */
const genitiveWeekdays = ['неділі', 'понеділка', 'вівторка', 'середи', 'четверга', 'п’ятниці', 'суботи'];

/** A day without its year that follows “by” or «до», such as 'Monday 23 November' or 'понеділка, 23 листопада'. */
export function formatDeadline(language: Language, day: Date): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  });
  const text = format.format(day).replace(/(\d+) /, '$1\u00a0');
  return language === 'ua' ? text.replace(/^[^,]+/, genitiveWeekdays[day.getUTCDay()] ?? '') : text;
}

/** Formats by language. Creating one takes 50 µs; a page of news or comments shows up to 50 dates. */
const longDates = new Map<Language, Intl.DateTimeFormat>();

/** A date such as '22 November 2026', from one in ISO 8601; throws a RangeError for what is no date. */
export function formatDate(language: Language, iso: string): string {
  let format = longDates.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone });
    longDates.set(language, format);
  }
  // At ten o'clock UTC a date without a time is the same day in every office from UTC-10 to UTC+13.
  const date = new Date(iso.length === 10 ? `${iso}T10:00Z` : iso);
  return format.format(date).replace(/^(\d+) | (?=р\.$)/g, '$1\u00a0');
}
