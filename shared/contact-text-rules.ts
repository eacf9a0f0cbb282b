import { maxLength, minMessageLength, minNameLength } from './contact-limits.ts';
import { isEmail, maxEmailLength } from './email.ts';
import { textRule, type TextRule } from './text-rule.ts';

/** A rule for a text of at most `max` characters. */
function rule(missing: string, invalid: string, max: number, isValid: (text: string) => boolean): TextRule {
  const shortRule = textRule(missing, invalid, isValid);
  return (value) => (value.length > max ? 'tooLarge' : shortRule(value));
}

const name = (missing: string, short: string) =>
  rule(missing, short, maxLength.name, (text) => text.length >= minNameLength);

/**
 * The rules of a contact message's texts, for the form in the browser and for the contract that the server checks. Each
 * returns a key under contactForm.errors in locales/<language>/contacts.json.
 */
export const contactTextRules = {
  firstName: name('firstNameMissing', 'firstNameMin'),
  lastName: name('lastNameMissing', 'lastNameMin'),
  email: rule('emailMissing', 'emailInvalid', maxEmailLength, isEmail),
  message: rule('messageMissing', 'messageMin', maxLength.message, (text) => text.length >= minMessageLength),
};
