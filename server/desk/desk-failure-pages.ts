import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { html, type Markup } from '#server/html.ts';

type DeskText = Text<Locales['desk']>;

/** A form that was posted to the desk. */
export interface PostedForm {
  fields: Record<string, unknown>;
  /** Whether the form may have had a file; only its other fields can be shown again. */
  isMultipart: boolean;
}

function printHidden([name, value]: [string, unknown]): Markup[] {
  return [value].flat().map((one) => html`<input type="hidden" name="${name}" value="${String(one)}">`);
}

/** The page without an answer of the backend. */
export const printNoAnswer = (text: DeskText): Markup =>
  html`<div class="shell desk">
    <h1 class="t-2">${text('noAnswer')}</h1>
    <p>${text('noAnswerText')}</p>
  </div>`;

/**
 * The page for a form that was refused, or whose result is not known, with everything that was typed in a form that
 * sends it again.
 */
export const printUnsaved = (
  text: DeskText,
  { fields, isMultipart }: PostedForm,
  { title, isRefused }: { title: string; isRefused: boolean },
): Markup =>
  html`<div class="shell desk">
    <h1 class="t-2">${title}</h1>
    <p role="alert">${text(isRefused ? 'unsaved.text' : 'unsaved.unknown')}</p>
    ${isMultipart && html`<p>${text('unsaved.file')}</p>`}
    <form class="form" method="post"${isMultipart && html` enctype="multipart/form-data"`}>
      ${Object.entries(fields).map(printHidden)}
      <button class="button button--sun">${text('unsaved.again')}</button>
    </form>
  </div>`;
