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
