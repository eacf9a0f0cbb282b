import type { Language } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { LanguageChoice } from '#server/http/choose-language.ts';

/**
 * Joins everything that decides the headers of a page's response into one string. `isShared` is false for a personal page.
 */
export function describeVariant({ language, fromAddress, changed }: LanguageChoice, isShared: boolean): string {
  return `${language} ${fromAddress} ${changed} ${isShared}`;
}

/** The key of a page in the cache. All keys of one path begin with the path. */
export function pageKey(path: string, query: string, language: Language): string {
  return `${path}\n${query}\n${language}`;
}

/** The path at the beginning of a key. */
export const pathOfKey = (key: string) => key.slice(0, key.indexOf('\n'));

/** The key of the missing page of a route: all missing pages of one kind have the same content and share one entry. */
export const missingPageKey = (routeName: string, language: Language) => pageKey(missingPagePath, routeName, language);
