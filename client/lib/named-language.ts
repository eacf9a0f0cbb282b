import { isLanguage, languageKey, type Language } from '#shared/languages.ts';

/** What is stored as the visitor's choice; null where there is none, or where storage is switched off. */
export function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(languageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

/** A new address that names a language is a choice; after a reload or Back, a later choice is worth more. */
export function namedLanguage(): Language | null {
  const named = new URLSearchParams(location.search).get('lang');
  if (!isLanguage(named)) return null;
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  const isRevisited = type === 'reload' || type === 'back_forward';
  return isRevisited && storedLanguage() ? null : named;
}

/** Stores the language that the address names, as the server has stored it in the cookie. */
export function saveNamedLanguage(): void {
  const named = namedLanguage();
  try {
    if (named) localStorage.setItem(languageKey, named);
  } catch {
    // Storage is switched off: the cookie has the choice.
  }
}
