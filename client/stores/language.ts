import { signal, type ReadonlySignal } from '@preact/signals-react';
import { isLanguage, languageKey, languageSeconds, type Language } from '#shared/languages.ts';
import { storedLanguage } from '../lib/named-language.ts';

export interface LanguageStore {
  /** The language that pages are opened in. */
  language: ReadonlySignal<Language>;
  /** Sets the language and saves it; other tabs get a storage event. */
  choose(language: Language): void;
  /** Applies the language that another tab has saved. */
  adopt(language: Language): void;
  /** Calls `listener` when another tab chooses a language; the returned function removes the listener. */
  onOtherTab(listener: (language: Language) => void): () => void;
  /** Returns the language that an earlier page has saved; null when there is none. */
  stored(): Language | null;
}

function save(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage is disabled; the cookie below is enough for the server.
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageKey}=${language}; path=/; max-age=${languageSeconds}; samesite=lax${secure}`;
}

/**
 * Creates the store of the browser's language. It saves the language in local storage for other tabs, and in the cookie
 * for the server.
 */
export function createLanguage(initial: Language): LanguageStore {
  const language = signal(initial);
  return {
    language,
    choose(next) {
      save(next);
      language.value = next;
    },
    adopt(next) {
      language.value = next;
    },
    onOtherTab(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === languageKey && isLanguage(newValue)) listener(newValue);
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
    stored: storedLanguage,
  };
}
