import { languages, type Language } from '#shared/languages.ts';
import { company } from '#shared/company.ts';
import { html, type Markup } from '#server/lib/html.ts';

/** Formats date and time in the time zone of the office. */
export const formatMoment = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: company.timeZone,
  }).format(new Date(iso));

/** Renders the formatted time as an element. */
export const printMoment = (language: Language, iso: string): Markup =>
  html`<time class="t-small soft tabular" datetime="${iso}">${formatMoment(language, iso)}</time>`;
