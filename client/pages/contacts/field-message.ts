import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';

type Errors = Locales['contacts']['contactForm']['errors'];

/** The sentence for the message key of a field's error. */
export function fieldMessage(text: Text<Locales['contacts']>, key: string): string {
  const fallback = text('contactForm.errors.invalidData');
  // The key of an error of the backend may have no text; then the fallback is shown.
  return text(`contactForm.errors.${key as keyof Errors}`, undefined, { fallback });
}
