import { namedLanguage } from '../lib/named-language.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { Navigator } from '../stores/site.ts';

/** Takes the language that the address names, or shows the page in the one that was chosen before. */
export async function applyChosenLanguage(navigator: Navigator, store: LanguageStore): Promise<void> {
  const named = namedLanguage();
  const stored = store.stored();
  if (named) store.choose(named);
  else if (stored && stored !== store.language.peek()) await navigator.setLanguage(stored);
}
