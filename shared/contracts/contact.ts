import { assign, boolean, enums, number, object, optional, refine, string, type Infer } from 'superstruct';
import { leastMessage, leastName, longest, topics } from '../contact-limits.ts';
import { isEmail, longestEmail } from '../email.ts';

const text = (key: string, most: number, ok: (value: string) => boolean) =>
  refine(
    refine(string(), 'tooLarge', (value) => value.length <= most),
    key,
    (value) => ok(value.trim()),
  );

/** Each refinement is named after its message in locales/<language>/contacts.json (spec.md, section 5). */
export const ContactMessage = object({
  firstName: text('firstNameMin', longest.name, (value) => value.length >= leastName),
  lastName: text('lastNameMin', longest.name, (value) => value.length >= leastName),
  email: text('emailInvalid', longestEmail, isEmail),
  message: text('messageMin', longest.message, (value) => value.length >= leastMessage),
  privacyTerms: refine(boolean(), 'privacyRequired', (accepted) => accepted),
  honeypot: refine(string(), 'botDetected', (value) => value === ''),
  timestamp: refine(number(), 'timestamp', Number.isFinite),
});
export type ContactMessage = Infer<typeof ContactMessage>;

/** A file as the call of spec.md, section 7 carries it: base64 without a prefix. */
const Attachment = object({ name: string(), data: string(), type: string() });

/** The JSON body of POST /api/contact; `topic` is this site's own and is not sent on. */
export const ContactCall = assign(
  ContactMessage,
  object({
    attachment: optional(Attachment),
    topic: optional(enums(topics)),
  }),
);
export type ContactCall = Infer<typeof ContactCall>;
