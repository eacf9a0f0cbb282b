import type { ContactFailureKey } from '#shared/contact-failure.ts';
import {
  attachmentBytes,
  attachmentOf,
  attachmentType,
  minMessageLength,
  minNameLength,
  type Topic,
} from '#shared/contact-limits.ts';
import { contactTextRules } from '#shared/contact-text-rules.ts';
import { isPdf, pdfSignature } from '#shared/pdf.ts';
import { findTextErrors } from '#shared/text-rule.ts';
import type { FieldErrors } from '../../forms/form-fields.ts';

export interface ContactValues {
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  attachment: File | null;
  privacyTerms: boolean;
}
export type ContactField = keyof ContactValues;
export type ContactErrors = FieldErrors<ContactValues>;
/** In the order of the page. */
export const contactFields = ['firstName', 'lastName', 'email', 'message', 'attachment', 'privacyTerms'] as const;

export const emptyMessage: ContactValues = {
  firstName: '',
  lastName: '',
  email: '',
  message: '',
  attachment: null,
  privacyTerms: false,
};

/** The errors of fields that the visitor can see, from a response or a form that was posted without JavaScript. */
export function visibleErrors(errors: Readonly<Record<string, string>> = {}): ContactErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => contactFields.some((field) => field === name)));
}

/**
 * A text of this site, by its key, or a text of the backend. The key is `sendError` if the code in the browser has
 * thrown an error.
 */
export type ContactFailure = { key: ContactFailureKey | 'sendError' } | { text: string };

/**
 * Whether the submit button is enabled. This check is less strict than the rules, so that a visitor with nearly correct
 * input can send the form and read what is wrong.
 */
export function isFilled(values: ContactValues, topic: Topic): boolean {
  const { firstName, lastName, email, message, privacyTerms, attachment } = values;
  return (
    firstName.trim().length >= minNameLength &&
    lastName.trim().length >= minNameLength &&
    email.includes('@') &&
    email.includes('.') &&
    message.trim().length >= minMessageLength &&
    privacyTerms &&
    (attachmentOf[topic] !== 'required' || attachment !== null)
  );
}

/** The fields that break a rule, with the message key of each. */
export function findErrors(topic: Topic, values: ContactValues): ContactErrors {
  const errors: ContactErrors = findTextErrors(contactTextRules, values);
  if (!values.privacyTerms) errors.privacyTerms = 'privacyRequired';
  if (attachmentOf[topic] === 'required' && !values.attachment) errors.attachment = 'attachmentRequired';
  return errors;
}

/** The beginning of a file as text, as long as `isPdf` needs it; rejects when the file cannot be read. */
export async function startOf(file: File): Promise<string> {
  return file.slice(0, pdfSignature.length).text();
}

export type FileProblem = 'fileSize' | 'fileType' | 'fileEmpty' | 'attachment';

/**
 * The reason why a file cannot be attached; null for an acceptable file. A browser that does not know PDF leaves the
 * media type empty.
 */
export async function findFileProblem(file: File): Promise<FileProblem | null> {
  if (file.size > attachmentBytes) return 'fileSize';
  if (file.type !== attachmentType && file.type !== '') return 'fileType';
  if (file.size === 0) return 'fileEmpty';
  try {
    return isPdf(await startOf(file)) ? null : 'fileType';
  } catch {
    return 'attachment';
  }
}
