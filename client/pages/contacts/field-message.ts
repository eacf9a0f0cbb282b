import type { Text } from '#shared/text.ts';
import type texts from '../../../locales/en/contacts.json';

type Errors = (typeof texts)['contactForm']['errors'];
type Validation = (typeof texts)['contactForm']['validation'];

const ofTheForm: readonly (keyof Errors)[] = ['fileType', 'fileSize', 'fileEmpty', 'attachment', 'tooLarge'];

/** The sentence for a field's error: a broken rule, or what is wrong with the file. */
export function fieldMessage(text: Text<typeof texts>, key: string): string {
  const error = ofTheForm.find((name) => name === key);
  if (error) return text(`contactForm.errors.${error}`);
  const fallback = text('contactForm.errors.invalidData');
  return text(`contactForm.validation.${key as keyof Validation}`, undefined, { fallback });
}
