import { html, type Markup } from '#server/lib/html.ts';

export interface Field {
  name: string;
  label: string;
  value: string;
  maxLength?: number;
  /** The number of lines of a textarea; without it the field is a single-line input. */
  rows?: number;
  type?: 'text' | 'datetime-local' | 'email' | 'search';
  lang?: string | undefined;
  list?: string;
  autocomplete?: string;
  hint?: string | undefined;
  error?: string | undefined;
  isReadOnly?: boolean;
  isRequired?: boolean;
}

export const fieldId = (name: string): string => `desk-${name.replace('.', '-')}`;

/**
 * Returns the ARIA attributes that connect a field with its error and its hint. False is written as well: browsers
 * report an empty required field as invalid from the start.
 */
export function describeField(id: string, { hint, error }: Pick<Field, 'hint' | 'error'>): Markup {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return html` aria-invalid="${error ? 'true' : 'false'}"${ids !== '' && html` aria-describedby="${ids}"`}`;
}

export const printNotes = (id: string, { hint, error }: Pick<Field, 'hint' | 'error'>): Markup =>
  html`${error && html`<p class="field__error" id="${id}-error">${error}</p>`}
    ${hint && html`<small id="${id}-hint">${hint}</small>`}`;

/** Renders a form field with its label, hint and error. */
export function printField(field: Field): Markup {
  const { name, label, value, maxLength, rows, type = 'text', lang, list, autocomplete = 'off' } = field;
  const id = fieldId(name);
  const common = html`class="field__input" id="${id}" name="${name}"${lang && html` lang="${lang}"`}${maxLength && html` maxlength="${maxLength}"`}${field.isRequired && html` required`}${describeField(id, field)}`;
  // HTML parsers remove one line break at the start of a textarea, so one is added.
  const input = rows
    ? html`<textarea ${common} rows="${rows}" spellcheck="true">\n${value}</textarea>`
    : html`<input ${common} type="${type}" value="${value}" autocomplete="${autocomplete}"${list && html` list="${list}"`}${field.isReadOnly && html` readonly`} />`;
  return html`<div class="field"><label for="${id}">${label}</label>${input}${printNotes(id, field)}</div>`;
}
