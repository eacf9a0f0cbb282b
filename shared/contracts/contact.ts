import { assign, boolean, enums, number, object, optional, refine, string, type Infer } from 'superstruct';
import { maxLength, minMessageLength, minNameLength, topics } from '../contact-limits.ts';
import { isEmail, maxEmailLength } from '../email.ts';

/** A text of at most `max` characters that passes `isValid` after trimming. */
const text = (key: string, max: number, isValid: (value: string) => boolean) =>
  refine(
    refine(string(), 'tooLarge', (value) => value.length <= max),
    key,
    (value) => isValid(value.trim()),
  );

/** A contact message without its attachment. Each refinement is named after its message in locales/<language>/contacts.json. */
export const ContactMessage = object({
  firstName: text('firstNameMin', maxLength.name, (value) => value.length >= minNameLength),
  lastName: text('lastNameMin', maxLength.name, (value) => value.length >= minNameLength),
  email: text('emailInvalid', maxEmailLength, isEmail),
  message: text('messageMin', maxLength.message, (value) => value.length >= minMessageLength),
  privacyTerms: refine(boolean(), 'privacyRequired', (accepted) => accepted),
  honeypot: refine(string(), 'botDetected', (value) => value === ''),
  timestamp: refine(number(), 'timestamp', Number.isFinite),
});
export type ContactMessage = Infer<typeof ContactMessage>;

/** A file in a JSON body: `data` is base64 without the prefix of a data URL. */
const Attachment = object({ name: string(), data: string(), type: string() });

/** The JSON body of POST /api/contact; `topic` is for this site's server and is not forwarded to the backend. */
export const ContactCall = assign(
  ContactMessage,
  object({
    attachment: optional(Attachment),
    topic: optional(enums(topics)),
  }),
);
export type ContactCall = Infer<typeof ContactCall>;
