import { assign, boolean, enums, number, object, optional, refine, string, type Infer } from 'superstruct';
import { topics } from '../contact-limits.ts';
import { contactTextRules } from '../contact-text-rules.ts';
import { languageNames } from '../languages.ts';
import { ruledText } from './ruled-text.ts';

/**
 * A contact message without its attachment. Each refinement is named after its message in
 * locales/<language>/contacts.json.
 */
export const ContactMessage = object({
  firstName: ruledText(contactTextRules.firstName),
  lastName: ruledText(contactTextRules.lastName),
  email: ruledText(contactTextRules.email),
  message: ruledText(contactTextRules.message),
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
