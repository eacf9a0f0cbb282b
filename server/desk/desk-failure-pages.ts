import { signInPath } from '#shared/contracts/desk.ts';
import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { html, type Markup } from '#server/lib/html.ts';

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
 * Why a posted form is shown again: it was not stored, nobody knows whether it was, the session has ended, or the form is
 * too large to be read whole.
 */
type UnsavedReason = 'notStored' | 'unknown' | 'signedOut' | 'tooLarge';

const reasonKeys = {
  notStored: 'unsaved.text',
  unknown: 'unsaved.unknown',
  signedOut: 'unsaved.signedOut',
  tooLarge: 'unsaved.tooLarge',
} as const;

/** The link opens another window, because this one has what was typed. */
const printSignIn = (text: DeskText): Markup =>
  html`<p><a class="button" href="${signInPath}" target="_blank" rel="noopener">${text('signIn.title')}</a></p>`;

/**
 * The page for a form that was not stored, or whose result is not known, with everything that was typed in a form that
 * sends it again.
 */
export const printUnsaved = (
  text: DeskText,
  { fields, isMultipart }: PostedForm,
  { title, reason }: { title: string; reason: UnsavedReason },
): Markup =>
  html`<div class="shell desk">
    <h1 class="t-2">${title}</h1>
    <p role="alert">${text(reasonKeys[reason])}</p>
    ${reason === 'signedOut' && printSignIn(text)}
    ${isMultipart && html`<p>${text('unsaved.file')}</p>`}
    <form class="form" method="post"${isMultipart && html` enctype="multipart/form-data"`}>
      ${Object.entries(fields).map(printHidden)}
      <button class="button button--sun">${text('unsaved.again')}</button>
    </form>
  </div>`;
