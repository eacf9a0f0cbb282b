import { signal, type ReadonlySignal } from '@preact/signals-react';
import { isLanguage, languageKey, languageSeconds, type Language } from '#shared/languages.ts';

export interface LanguageStore {
  language: ReadonlySignal<Language>;
  /** Flips to a language, saves it, and announces it to this tab and the others (spec.md, section 4). */
  choose(language: Language): void;
  /** Stays with a language that can be read when another tab's choice cannot be followed; saves nothing. */
  stay(language: Language): void;
  /** What was chosen before, if anything. */
  stored(): Language | null;
}

function readStored(): Language | null {
  try {
    const value = localStorage.getItem(languageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null; // storage is switched off: the cookie still carries the choice
  }
}

function save(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // storage is switched off: the cookie below still carries the choice
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageKey}=${language}; path=/; max-age=${languageSeconds}; samesite=lax${secure}`;
}

/** The browser's language: kept in local storage, mirrored in the cookie that the server reads, followed by other tabs. */
export function createLanguage(initial: Language): LanguageStore {
  const language = signal(initial);

  function choose(next: Language) {
    save(next);
    language.value = next;
    dispatchEvent(new CustomEvent<Language>(languageKey, { detail: next }));
  }

  addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && isLanguage(newValue)) language.value = newValue;
  });

  function stay(shown: Language) {
    language.value = shown;
  }

  return { language, choose, stay, stored: readStored };
}
