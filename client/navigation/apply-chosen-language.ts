import { isLanguage } from '#shared/languages.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { Navigator } from '../stores/site.ts';

/** A new address that names a language is a choice; after a reload or Back, a later choice is worth more. */
export async function applyChosenLanguage(navigator: Navigator, store: LanguageStore): Promise<void> {
  const [entry] = performance.getEntriesByType('navigation');
  const named = new URLSearchParams(location.search).get('lang');
  const stored = store.stored();
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  const isRevisited = type === 'reload' || type === 'back_forward';
  if (isLanguage(named) && !(isRevisited && stored)) store.choose(named);
  else if (stored && stored !== store.language.peek()) await navigator.setLanguage(stored);
}
