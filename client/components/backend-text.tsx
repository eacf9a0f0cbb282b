import type { Language } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';

/** The language tag of a text of the backend, which answers in English only; undefined where the page's own applies. */
export function backendLanguage(text: string, language: Language): 'en' | undefined {
  return language === 'ua' && !/\p{Script=Cyrillic}/u.test(text) ? 'en' : undefined;
}

/** Words of the backend on a page of ours: screen readers need to know when they are in another language. */
export function BackendText({ text }: { text: string }) {
  return <span lang={backendLanguage(text, useLanguage())}>{text}</span>;
}
