import { attachmentBytes, isTopic, maxLength, type Topic } from '#shared/contact-limits.ts';
import { honeypotField } from '#shared/hidden-fields.ts';
import { normaliseLineEnds } from '#shared/plain-text.ts';
import type { MultipartLimits } from '#server/http/body/multipart.ts';

/** The limits of a posted contact form; a character of a text takes up to four bytes. */
export const contactFormLimits: MultipartLimits = {
  fileField: 'attachment',
  fileBytes: attachmentBytes,
  fieldBytes: maxLength.message * 4,
  fields: 12,
};

interface ContactFields {
  /** The fields as in the contract; a missing text is empty. */
  values: Record<string, unknown>;
  topic: Topic | null;
}

/** Converts the posted texts to the types of the contract. */
export function readContactFields(fields: Record<string, string>): ContactFields {
  const { firstName = '', lastName = '', email = '', message = '', privacyTerms, timestamp, topic } = fields;
  return {
    topic: isTopic(topic) ? topic : null,
    values: {
      firstName,
      lastName,
      email,
      message: normaliseLineEnds(message),
      privacyTerms: privacyTerms === 'true' || privacyTerms === 'on',
      honeypot: fields[honeypotField] ?? '',
      timestamp: timestamp ? Number(timestamp) : undefined,
    },
  };
}
