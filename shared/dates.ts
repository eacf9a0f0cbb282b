import { languages, type Language } from './languages.ts';

/** Server and browser use the time zone of the office: different zones would make different HTML around midnight. */
const timeZone = 'Europe/Kyiv';

export function formatDate(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone });
  return format.format(new Date(iso)).replace(/^(\d+) | (?=р\.$)/g, '$1\u00a0');
}
