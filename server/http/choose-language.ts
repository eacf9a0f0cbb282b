import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { isLanguage, languageKey, printLanguageCookie, type Language } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';
import { parseCookie } from './parse-cookie.ts';

export interface LanguageChoice {
  language: Language;
  /** Whether the address has `?lang=`, so that the page is the same for every visitor. */
  fromAddress: boolean;
  /** Whether `?lang=` differs from the cookie, so that the response sets the cookie. */
  changed: boolean;
}

/** The Set-Cookie header that stores a language. */
export function languageCookie(language: Language, config: Pick<Config, 'publicUrl'>): string {
  return printLanguageCookie(language, config.publicUrl.startsWith('https:'));
}

/** The parameters of a target, also when the target is not a valid URL. */
function parseParameters({ url = '' }: IncomingMessage): URLSearchParams | null {
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start + 1).split('#', 1)[0]);
}

/**
 * Creates the function that chooses the language of a request: by `?lang=`, then the cookie, then Accept-Language, then
 * `fallback`, the default of the operator.
 */
export function createChooseLanguage(fallback: Language): (request: IncomingMessage) => LanguageChoice {
  const offered = fallback === 'ua' ? ['uk', 'en'] : ['en', 'uk'];
  // The headers of a request have at most 16 kB together, so a hundred cached values take little memory.
  const negotiated = new LRUCache<string, Language>({
    max: 100,
    memoMethod(accepted) {
      const [tag] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(offered);
      if (tag === undefined) return fallback;
      return tag === 'uk' ? 'ua' : 'en';
    },
  });

  return (request) => {
    const named = parseParameters(request)?.get('lang');
    const cookie = request.headers.cookie ? parseCookie(request, languageKey) : null;
    if (isLanguage(named)) return { language: named, fromAddress: true, changed: cookie !== named };
    if (isLanguage(cookie)) return { language: cookie, fromAddress: false, changed: false };
    const accepted = request.headers['accept-language'];
    return { language: accepted ? negotiated.memo(accepted) : fallback, fromAddress: false, changed: false };
  };
}
