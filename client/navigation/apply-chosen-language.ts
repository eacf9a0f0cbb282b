import type { LanguageStore } from '../stores/language.ts';
import type { Navigator } from '../stores/site.ts';

/** Applies the stored choice of the visitor; `entry.ts` has stored a language that the address names. */
export async function applyChosenLanguage(navigator: Navigator, store: LanguageStore): Promise<void> {
  const stored = store.stored();
  if (stored && stored !== store.language.peek()) await navigator.setLanguage(stored);
}
