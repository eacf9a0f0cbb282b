import type { Text } from '#shared/text.ts';
import type { Locales } from '#shared/locales.ts';

type Errors = Locales['contacts']['contactForm']['errors'];
type Validation = Locales['contacts']['contactForm']['validation'];

const ofTheForm: readonly (keyof Errors)[] = ['fileType', 'fileSize', 'fileEmpty', 'attachment', 'tooLarge'];

/** The sentence for a field's error: a broken rule, or what is wrong with the file. */
export function fieldMessage(text: Text<Locales['contacts']>, key: string): string {
  const error = ofTheForm.find((name) => name === key);
  if (error) return text(`contactForm.errors.${error}`);
  const fallback = text('contactForm.errors.invalidData');
  return text(`contactForm.validation.${key as keyof Validation}`, undefined, { fallback });
}
