import { maxLength, minMessageLength, minNameLength } from './contact-limits.ts';
import { isEmail, maxEmailLength } from './email.ts';

/** A rule for a text of at most `max` characters: the message key of what is wrong with it after trimming, or null. */
const rule = (key: string, max: number, isValid: (text: string) => boolean) => (value: string) => {
  if (value.length > max) return 'tooLarge';
  return isValid(value.trim()) ? null : key;
};

/**
 * The rules of a contact message's texts, for the form in the browser and for the contract that the server checks. Each
 * returns a key under contactForm.validation or contactForm.errors in locales/<language>/contacts.json.
 */
export const contactTextRules = {
  firstName: rule('firstNameMin', maxLength.name, (text) => text.length >= minNameLength),
  lastName: rule('lastNameMin', maxLength.name, (text) => text.length >= minNameLength),
  email: rule('emailInvalid', maxEmailLength, isEmail),
  message: rule('messageMin', maxLength.message, (text) => text.length >= minMessageLength),
};
