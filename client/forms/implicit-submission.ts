import type { KeyboardEvent } from 'react';

/** The code of every key that an input method has taken (UI Events). */
const takenByInputMethod = 229;

/**
 * Whether Enter was pressed in an input, which submits the form. Browsers ignore Enter while the submit button is
 * disabled, so a form that shows the missing fields must listen for the key. `isComposing` would not suffice: Safari ends
 * the composition before it sends the key (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isImplicitSubmission({ key, keyCode, target }: KeyboardEvent): boolean {
  return (
    key === 'Enter' && keyCode !== takenByInputMethod && target instanceof HTMLInputElement && target.type !== 'file'
  );
}
