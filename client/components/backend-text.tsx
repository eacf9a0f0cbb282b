import { languages, type Language } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';

/** The language tag of a text that the site has no translation of, by its letters; undefined where the page's own applies. */
export function backendLanguage(text: string, language: Language): string | undefined {
  const written = /\p{Script=Cyrillic}/u.test(text) ? 'ua' : 'en';
  return written === language ? undefined : languages[written].html;
}

/** Words of the backend on a page of ours: screen readers need to know when they are in another language. */
export function BackendText({ text }: { text: string }) {
  return <span lang={backendLanguage(text, useLanguage())}>{text}</span>;
}
