import { languages, type Language } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';

/**
 * The language tag of a text without a translation, guessed from its letters; undefined if it is the language of the
 * page.
 */
export function backendLanguage(text: string, language: Language): string | undefined {
  const written = /\p{Script=Cyrillic}/u.test(text) ? 'ua' : 'en';
  return written === language ? undefined : languages[written].html;
}

/** Shows a text of the backend, marked with its language where that differs from the page's, for screen readers. */
export function BackendText({ text }: { text: string }) {
  return <span lang={backendLanguage(text, useLanguage())}>{text}</span>;
}
