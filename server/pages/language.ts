import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { isLanguage, languageKey, languageSeconds, type Language } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';

/** One cookie of a request; null when it is not there. */
export function readCookie(request: IncomingMessage, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? '';
  }
  return null;
}

export interface LanguageChoice {
  language: Language;
  /** Named by the address itself: such a page is the same for everybody. */
  fromAddress: boolean;
  /** The address names another language than the cookie: the cookie follows. */
  changed: boolean;
}

/** Keeps a language for this browser, as the client does. */
export function languageCookie(language: Language, config: Pick<Config, 'publicUrl'>): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${languageKey}=${language}; Path=/; Max-Age=${languageSeconds}; SameSite=Lax${secure}`;
}

/** ?lang, then the cookie, then Accept-Language, then the operator's default: the first byte is in the right language. */
export function chooseLanguage(request: IncomingMessage, search: URLSearchParams, fallback: Language): LanguageChoice {
  const named = search.get('lang');
  const cookie = readCookie(request, languageKey);
  if (isLanguage(named)) return { language: named, fromAddress: true, changed: cookie !== named };
  if (isLanguage(cookie)) return { language: cookie, fromAddress: false, changed: false };
  const accepted = new Negotiator(request).languages(fallback === 'ua' ? ['uk', 'en'] : ['en', 'uk'])[0];
  const wanted = request.headers['accept-language'] ? accepted : undefined;
  const language = wanted === 'uk' ? 'ua' : wanted === 'en' ? 'en' : fallback;
  return { language, fromAddress: false, changed: false };
}
