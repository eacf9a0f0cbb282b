import type { KeyboardEvent } from 'react';

/**
 * Whether Enter was pressed in an input, where it sends the form. Browsers ignore that key while the submit button is
 * disabled, so a form that wants to say what is missing has to listen for it.
 */
export function isImplicitSubmission({ key, target, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && target instanceof HTMLInputElement && target.type !== 'file';
}
