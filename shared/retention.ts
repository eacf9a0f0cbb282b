import { addMonths } from './add-months.ts';
import { languages, type Language } from './languages.ts';

export interface Period {
  count: number;
  unit: 'day' | 'month' | 'year';
}

/**
 * How long each kind of data is stored. The privacy policy prints these periods, and a daily job of the backend deletes
 * older data. The period of a message begins with its answer; if it has none, when it was last marked as not answered,
 * or with its arrival. That of a comment begins when it was last hidden; if it is only held, with its arrival.
 */
export const retention = {
  /** A conversation about a project may pause for some months. */
  messages: { count: 12, unit: 'month' },
  /** Claims may be brought for this time: the general limitation period of the Civil Code of Ukraine. */
  legalMessages: { count: 3, unit: 'year' },
  applications: { count: 6, unit: 'month' },
  /** Comments that are not shown. Shown comments stay with their article. */
  hiddenComments: { count: 90, unit: 'day' },
  /** The limitation period, as for messages. */
  trials: { count: 3, unit: 'year' },
  unpaidInvoices: { count: 90, unit: 'day' },
  /** Longer than the 1095 days after the tax return of the Tax Code of Ukraine, article 44.3. */
  payments: { count: 5, unit: 'year' },
  /** Copies of sent e-mails. */
  emails: { count: 90, unit: 'day' },
  /** The audit log of the desk. */
  auditLog: { count: 12, unit: 'month' },
  /** Counts without personal data. */
  pageViews: { count: 2, unit: 'year' },
} as const satisfies Record<string, Period>;

/** The moment one period before `now`: older data is deleted. */
export function startOfPeriod({ count, unit }: Period, now: Date): Date {
  if (unit !== 'day') return addMonths(now, unit === 'year' ? -12 * count : -count);
  const start = new Date(now);
  start.setUTCDate(start.getUTCDate() - count);
  return start;
}

/** Ukrainian in the genitive, as after «до». */
const units = {
  en: { day: ['day', 'days'], month: ['month', 'months'], year: ['year', 'years'] },
  ua: { day: ['дня', 'днів'], month: ['місяця', 'місяців'], year: ['року', 'років'] },
} as const;

/** A period for a text, such as '12 months'. */
export function formatPeriod(language: Language, { count, unit }: Period): string {
  const isOne = new Intl.PluralRules(languages[language].locale).select(count) === 'one';
  return `${count} ${units[language][unit][isOne ? 0 : 1]}`;
}
