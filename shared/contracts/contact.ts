import { assign, boolean, define, enums, number, object, optional, refine, string, type Infer } from 'superstruct';
import { topics } from '../contact-limits.ts';
import { contactTextRules } from '../contact-text-rules.ts';
import { languageNames } from '../languages.ts';

/** A text that follows a rule. The message key that the rule returns becomes the refinement of the failure. */
const text = (rule: (value: string) => string | null) =>
  define<string>('text', (value) => {
    if (typeof value !== 'string') return false;
    const refinement = rule(value);
    return refinement === null || { refinement };
  });

/** A contact message without its attachment. Each refinement is named after its message in locales/<language>/contacts.json. */
export const ContactMessage = object({
  firstName: text(contactTextRules.firstName),
  lastName: text(contactTextRules.lastName),
  email: text(contactTextRules.email),
  message: text(contactTextRules.message),
  privacyTerms: refine(boolean(), 'privacyRequired', (accepted) => accepted),
  honeypot: refine(string(), 'botDetected', (value) => value === ''),
  timestamp: refine(number(), 'timestamp', Number.isFinite),
});
export type ContactMessage = Infer<typeof ContactMessage>;

/** A file in a JSON body: `data` is base64 without the prefix of a data URL. */
const Attachment = object({ name: string(), data: string(), type: string() });

/** The JSON body of POST /api/contact. Browsers leave `language` out: this site's server knows it and adds it. */
export const ContactCall = assign(
  ContactMessage,
  object({
    attachment: optional(Attachment),
    topic: optional(enums(topics)),
    language: optional(enums(languageNames)),
  }),
);
export type ContactCall = Infer<typeof ContactCall>;
