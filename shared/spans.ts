import { languages, type Language } from './languages.ts';

/** The forms of units after a number, by the categories of Intl.PluralRules. */
const units = {
  en: { weeks: { one: 'week', other: 'weeks' }, months: { one: 'month', other: 'months' } },
  ua: {
    weeks: { one: 'тиждень', few: 'тижні', other: 'тижнів' },
    months: { one: 'місяць', few: 'місяці', other: 'місяців' },
  },
};

/** A length such as “6–8 weeks”, «2–4 місяці» or, where both ends are the same, “2 weeks”; it stays on one line. */
export function formatSpan(
  language: Language,
  [min, max]: readonly [min: number, max: number],
  unit: 'weeks' | 'months' = 'weeks',
): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = units[language][unit];
  const form = forms[new Intl.PluralRules(languages[language].locale).select(max)] ?? forms.other;
  return `${min === max ? '' : `${min}–\u2060`}${max}\u00a0${form}`;
}
