import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { propertyOf } from '#shared/property-of.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';

type ErrorKey = keyof Locales['backend-errors'];

/**
 * The backend's reasons that are translated for visitors, in the form that `normalise` returns, and the keys of their
 * texts in locales/<language>/backend-errors.json. README.md has the same list for the authors of a backend.
 */
export const knownErrors: Record<string, ErrorKey> = {
  'the data could not be stored': 'storage',
  'the data could not be stored. please try again later': 'storage',
  'the body cannot be read': 'unreadable',
  'bad request': 'unreadable',
  'invalid field': 'fields',
  'the attachment must be a pdf of up to 10 mb': 'attachment',
  'this idempotency-key was used for a different request': 'idempotency',
  'the idempotency-key cannot be used': 'idempotency',
  'the token is missing or wrong': 'token',
  'machine_id and email are required': 'activation',
  'invalid machine id': 'machine',
  'invalid machine_id': 'machine',
  'invalid email': 'email',
  'trial already started': 'trial',
  'trial already used': 'trial',
  'trial already exists': 'trial',
  'the invoice cannot be used': 'invoice',
  'this site takes no payments. please write to us, and we will send you an invoice': 'payments',
  'too many requests': 'tooMany',
  'this address has had too many e-mails': 'tooManyEmails',
};

/** Removes the differences between backends: upper case, and the mark at the end. */
const normalise = (error: string) => error.toLowerCase().replace(/[.!]$/, '');

/** The known part of an error. A backend may name the wrong fields after a colon: `Invalid field: email`. */
const knownPartOf = (error: string): string | undefined =>
  [error, error.split(':', 1)[0] ?? ''].find((part) => Object.hasOwn(knownErrors, normalise(part)));

/** The failures whose reasons visitors may read: the data cannot be stored now, or the storage is full. */
const explainedFailures = new Set([503, 507]);

/** The part of a failure's body that may be shown: a known reason of an explained failure, and no other text. */
export function explainFailure(status: number, body: unknown): { error?: string } {
  const error = propertyOf(body, 'error');
  const known = explainedFailures.has(status) && typeof error === 'string' ? knownPartOf(error.trim()) : undefined;
  return known === undefined ? {} : { error: known };
}

/** Translates a known error of an answer into the visitor's language; an unknown error stays in the backend's words. */
export type TranslateError = <Answer extends { body: unknown }>(answer: Answer, language: Language) => Answer;

/** Creates the function that translates known errors with the texts of the site. */
export function createTranslateError(texts: TextStore): TranslateError {
  return (answer, language) => {
    const error = propertyOf(answer.body, 'error');
    const known = typeof error === 'string' ? knownPartOf(error.trim()) : undefined;
    const key = known && knownErrors[normalise(known)];
    if (!key || typeof answer.body !== 'object') return answer;
    const text = areaText(texts, language, 'backend-errors');
    return { ...answer, body: { ...answer.body, error: text(key) } };
  };
}
