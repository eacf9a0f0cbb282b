import { isLanguage, languageKey, type Language } from '#shared/languages.ts';

/** The stored choice of the visitor; null when there is none, or when storage is disabled. */
export function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(languageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The language that a new address names, which counts as a choice; null after a reload or Back, because a later choice
 * has priority then.
 */
function namedLanguage(): Language | null {
  const named = new URLSearchParams(location.search).get('lang');
  if (!isLanguage(named)) return null;
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  const isRevisited = type === 'reload' || type === 'back_forward';
  return isRevisited && storedLanguage() ? null : named;
}

/** Saves the language of the parameter `lang` in localStorage; the server has already saved that language in the cookie. */
export function saveNamedLanguage(): void {
  const named = namedLanguage();
  try {
    if (named) localStorage.setItem(languageKey, named);
  } catch {
    // Storage is disabled; the cookie contains the choice.
  }
}
