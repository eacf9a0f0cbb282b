import { keysOf } from './keys-of.ts';

/**
 * The two languages. In code, cookies and storage Ukrainian is `ua`; what browsers and search engines read (html lang,
 * hreflang, Intl, Accept-Language) needs its language tag, `uk`.
 */
export const languages = {
  en: { html: 'en', locale: 'en-GB', openGraph: 'en_US', label: 'EN', currency: 'USD' },
  ua: { html: 'uk', locale: 'uk-UA', openGraph: 'uk_UA', label: 'УКР', currency: 'UAH' },
} as const;

export type Language = keyof typeof languages;
export const languageNames = /* @__PURE__ */ keysOf(languages);

/** The name of the cookie and the key in local storage. */
export const languageKey = 'language';
/** How long the cookie stores the choice: a year, in seconds. */
const languageSeconds = 365 * 24 * 60 * 60;

/** The cookie that stores a chosen language, for `Set-Cookie` and for `document.cookie`. */
export const printLanguageCookie = (language: Language, isSecure: boolean): string =>
  `${languageKey}=${language}; Path=/; Max-Age=${languageSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ua';
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ua' : 'en';
}

/** The Ukrainian text on Ukrainian pages, where there is one; otherwise the English text. */
export function localized(language: Language, english: string, ukrainian?: string | null): string {
  return language === 'ua' && ukrainian ? ukrainian : english;
}

/**
 * The `lang` attribute of a text that `localized` has chosen; undefined where the text is in the language of the page.
 * Screen readers choose their voice, and browsers their hyphenation, by the attribute.
 */
export function langOf(language: Language, ukrainian?: string | null): string | undefined {
  return language === 'ua' && !ukrainian ? languages.en.html : undefined;
}
