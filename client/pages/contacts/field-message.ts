import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';

type Errors = Locales['contacts']['contactForm']['errors'];
type Validation = Locales['contacts']['contactForm']['validation'];

/** Errors of a field whose message is one of the whole form's. */
const formErrors: readonly (keyof Errors)[] = [
  'fileType',
  'fileSize',
  'fileEmpty',
  'attachment',
  'attachmentUnexpected',
  'tooLarge',
];

/** The sentence for the message key of a field's error. */
export function fieldMessage(text: Text<Locales['contacts']>, key: string): string {
  const error = formErrors.find((name) => name === key);
  if (error) return text(`contactForm.errors.${error}`);
  const fallback = text('contactForm.errors.invalidData');
  // The fallback is shown for a key without a text.
  return text(`contactForm.validation.${key as keyof Validation}`, undefined, { fallback });
}
