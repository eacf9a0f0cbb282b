import { formatDate } from './dates.ts';
import { isDay, type Choice } from './estimate-date.ts';
import { estimate, jobNames, systemNames } from './estimates.ts';
import type { Language } from './languages.ts';
import type { Locales } from './locales.ts';
import { formatSpan } from './spans.ts';
import type { Text } from './text.ts';
import { unbindWords } from './unbind-words.ts';

/** The parameters of the form, which are also the names of its fields. */
export const fieldNames = { job: 'job', touched: 'with', by: 'by', write: 'write' } as const;

const defaultJob = 'release';

/**
 * Parses the choice for an estimate from a form or an address. Unknown systems are left out; a missing or
 * unknown job is the default one.
 */
export function parseChoice(fields: Pick<URLSearchParams | FormData, 'get' | 'getAll'>): Choice {
  const chosen = fields.getAll(fieldNames.touched);
  const by = fields.get(fieldNames.by);
  return {
    job: jobNames.find((name) => name === fields.get(fieldNames.job)) ?? defaultJob,
    touched: systemNames.filter((name) => chosen.includes(name)),
    by: typeof by === 'string' && isDay(by) ? by : '',
  };
}

/** The parameters of a choice, by name, without those of the default choice; `parseChoice` is the reverse. */
export const choiceParameters = ({ job, touched, by }: Choice) => ({
  [fieldNames.job]: job === defaultJob ? [] : [job],
  [fieldNames.touched]: touched,
  [fieldNames.by]: by ? [by] : [],
});

/** The choice and its estimate as plain lines of a message. */
export function describeChoice(
  text: Text<Locales['estimate']>,
  language: Language,
  { job, touched, by }: Choice,
): string {
  const systems = touched.map((name) => text(`systems.${name}`)).join('; ');
  const lines = [
    text('message.title'),
    text('message.job', { job: text(`jobs.${job}`) }),
    systems && text('message.touched', { systems }),
    by && text('message.by', { date: formatDate(language, by) }),
    text('message.range', { weeks: formatSpan(language, estimate(job, touched)) }),
  ];
  return unbindWords(lines.filter(Boolean).join('\n'));
}
