import { signal, type ReadonlySignal } from '@preact/signals-react';
import { isLanguage, languageKey, printLanguageCookie, type Language } from '#shared/languages.ts';

export interface LanguageStore {
  /** The language that pages are opened in. */
  current: ReadonlySignal<Language>;
  /** Sets the language and saves it; other tabs get a storage event. */
  choose(language: Language): void;
  /** Applies the language that another tab has saved. */
  adopt(language: Language): void;
  /** Calls `listener` when another tab chooses a language. */
  onOtherTab(listener: (language: Language) => void): void;
}

function save(language: Language): void {
  try {
    document.cookie = printLanguageCookie(language, location.protocol === 'https:');
    localStorage.setItem(languageKey, language);
  } catch {
    // Cookies or storage are disabled; a cookie is enough for the server.
  }
}

/**
 * Creates the store of the browser's language. It saves the language in local storage for other tabs, and in the cookie
 * for the server.
 */
export function createLanguage(initial: Language): LanguageStore {
  const current = signal(initial);
  return {
    current,
    choose(next) {
      save(next);
      current.value = next;
    },
    adopt(next) {
      current.value = next;
    },
    onOtherTab(listener) {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === languageKey && isLanguage(newValue)) listener(newValue);
      });
    },
  };
}
