import { namedLanguage } from '../lib/named-language.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { Navigator } from '../stores/site.ts';

/** Applies the language that the address names, else the stored choice of the visitor. */
export async function applyChosenLanguage(navigator: Navigator, store: LanguageStore): Promise<void> {
  const named = namedLanguage();
  const stored = store.stored();
  if (named) store.choose(named);
  else if (stored && stored !== store.language.peek()) await navigator.setLanguage(stored);
}
