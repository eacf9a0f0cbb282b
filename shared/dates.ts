import { languages, type Language } from './languages.ts';

/** Both sides format in the office's zone, or hydration would differ around midnight. */
const timeZone = 'Europe/Kyiv';

export function formatDate(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone });
  return format.format(new Date(iso)).replace(/^(\d+) | (?=р\.$)/g, '$1\u00a0');
}
