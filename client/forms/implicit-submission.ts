import type { KeyboardEvent } from 'react';

/**
 * Whether Enter was pressed in an input, which submits the form. Browsers ignore Enter while the submit button is
 * disabled, so a form that shows the missing fields must listen for the key.
 */
export function isImplicitSubmission({ key, target, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && target instanceof HTMLInputElement && target.type !== 'file';
}
