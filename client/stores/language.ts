import { signal, type ReadonlySignal } from '@preact/signals-react';
import { isLanguage, languageKey, languageSeconds, type Language } from '#shared/languages.ts';
import { storedLanguage } from '../lib/named-language.ts';

export interface LanguageStore {
  /** The language that pages are opened in. */
  language: ReadonlySignal<Language>;
  /** Takes a language, saves it, and announces it to this tab and the others. */
  choose(language: Language): void;
  /** Takes the language that another tab has saved. */
  adopt(language: Language): void;
  /** Calls when another tab chooses a language; returns what ends that. */
  onOtherTab(listener: (language: Language) => void): () => void;
  /** What was chosen before, if anything. */
  stored(): Language | null;
}

function save(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage is switched off: the cookie below still carries the choice.
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageKey}=${language}; path=/; max-age=${languageSeconds}; samesite=lax${secure}`;
}

/** The browser's language: saved in local storage for other tabs, and in the cookie that the server reads. */
export function createLanguage(initial: Language): LanguageStore {
  const language = signal(initial);
  return {
    language,
    choose(next) {
      save(next);
      language.value = next;
      dispatchEvent(new CustomEvent<Language>(languageKey, { detail: next }));
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
