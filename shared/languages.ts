/**
 * The two languages. Inside and in storage Ukrainian is `ua` (spec.md, section 3); everything that the
 * outside reads (html lang, hreflang, Intl, Accept-Language) needs the language tag `uk`.
 */
export const languages = {
  en: { html: 'en', locale: 'en-GB', openGraph: 'en_US', label: 'EN', currency: 'USD' },
  ua: { html: 'uk', locale: 'uk-UA', openGraph: 'uk_UA', label: 'УКР', currency: 'UAH' },
} as const;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as Language[];

/** The cookie and the local storage key (spec.md, section 4). */
export const languageKey = 'language';
/** A choice is kept for a year, in seconds. */
export const languageSeconds = 365 * 24 * 60 * 60;

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ua';
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ua' : 'en';
}

/** Ukrainian fields are used for `ua` when they are present (spec.md, section 3). */
export function localized(language: Language, english: string, ukrainian?: string | null): string {
  return language === 'ua' && ukrainian ? ukrainian : english;
}

/** Both sides format in the office's zone, or hydration would differ around midnight. */
const timeZone = 'Europe/Kyiv';

export function formatDate(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone });
  return format.format(new Date(iso)).replace(/^(\d+) | (?=р\.$)/g, '$1\u00a0');
}

/** Whole amounts carry no fraction: 2 USD, 80 UAH; `digits` says otherwise. */
export function formatMoney(language: Language, amount: number, digits?: number): string {
  const { locale, currency } = languages[language];
  const minimumFractionDigits = digits ?? (Number.isInteger(amount) ? 0 : 2);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
  }).format(amount);
}
