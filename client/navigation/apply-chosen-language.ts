import { storedLanguage } from '../lib/named-language.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { SiteNavigator } from '../stores/site.ts';

/** Applies the stored choice of the visitor; `entry.ts` has stored a language that the address names. */
export async function applyChosenLanguage(
  navigator: Pick<SiteNavigator, 'setLanguage'>,
  { current }: Pick<LanguageStore, 'current'>,
): Promise<void> {
  const stored = storedLanguage();
  if (stored && stored !== current.peek()) await navigator.setLanguage(stored);
}
