import type { IncomingMessage } from 'node:http';
import { attachmentBytes, honeypotField, isTopic, maxLength, type Topic } from '#shared/contact-limits.ts';
import { normaliseLineEnds } from '#shared/plain-text.ts';
import type { Language } from '#shared/languages.ts';
import type { Config } from '#server/config.ts';
import { chooseLanguage } from '#server/pages/language.ts';
import type { MultipartLimits } from '#server/http/body/multipart.ts';

/** What a posted contact form may hold; a character of a text takes up to four bytes. */
export const contactFormLimits: MultipartLimits = {
  fileField: 'attachment',
  fileBytes: attachmentBytes,
  fieldBytes: maxLength.message * 4,
  fields: 12,
};

interface ContactFields {
  /** As the contract has them; a text that is not there is an empty one. */
  values: Record<string, unknown>;
  topic: Topic | null;
}

/** Turns the posted texts into what the contract speaks of. */
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
      honeypot: fields[honeypotField] ?? fields['honeypot'] ?? '',
      timestamp: timestamp ? Number(timestamp) : undefined,
    },
  };
}

/** The language of the page that a form was on: forms and calls bring the visitor's cookie, and some have `?lang`. */
export function languageOf(request: IncomingMessage, { defaultLanguage }: Pick<Config, 'defaultLanguage'>): Language {
  const query = /\?(.*)$/.exec(request.url ?? '')?.[1];
  return chooseLanguage(request, new URLSearchParams(query), defaultLanguage).language;
}
