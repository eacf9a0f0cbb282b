import type { Request, Response } from 'express';
import { addressOf } from '#shared/address.ts';
import { confirmations } from '#shared/confirmations.ts';
import { contactFailure } from '#shared/contact-failure.ts';
import { contactCallBytes, minFillMs, type Topic } from '#shared/contact-limits.ts';
import { describeChoice, fieldNames, parseChoice } from '#shared/estimate-choice.ts';
import { retryField } from '#shared/hidden-fields.ts';
import { answerText, setRetryAfter } from '#server/backend/answers.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import { pageStatus } from '#server/backend/failures.ts';
import { parseSubmission, retryValues } from '#server/forms/idempotency.ts';
import { readFields, readMultipart, type MultipartForm } from '#server/http/body/multipart.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import type { Spooler } from '#server/http/body/spool.ts';
import type { PageForm } from '#server/forms/page-form.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { SendText } from '#server/http/text-response.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { contactFormLimits, readContactFields } from './contact-fields.ts';
import type { PostContact } from './post-contact.ts';

const returnedFields = ['topic', 'firstName', 'lastName', 'email', 'message', 'privacyTerms', retryField];

function valuesOf(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(returnedFields.map((name) => [name, fields[name] ?? '']));
}

/**
 * Errors of hidden fields become errors of the form. A file gets an error as well, because browsers do not keep it and
 * it must be chosen again.
 */
function errorsOf(
  { honeypot, timestamp, ...errors }: Record<string, string>,
  hadFile: boolean,
): Record<string, string> {
  if (honeypot) return { ...errors, form: 'submissionError' };
  if (timestamp) return { ...errors, form: 'tooFastError' };
  return hadFile ? { attachment: 'attachAgain', ...errors } : errors;
}

function failureOf(answer: BackendAnswer, hadFile: boolean): { errors: Record<string, string>; message?: string } {
  const failure = contactFailure({ status: answer.status, error: answerText(answer, 'error') });
  const again: Record<string, string> = hadFile ? { attachment: 'attachAgain' } : {};
  if ('text' in failure) return { errors: { form: 'failed', ...again }, message: failure.text };
  return { errors: { form: failure.key, ...again } };
}

/** The page that confirms a message, with the next steps for its tab. */
const sentAddress = (topic: Topic) =>
  addressOf(
    '/contacts',
    {},
    { query: { topic: topic === 'general' ? undefined : topic, ...confirmations.contact }, hash: 'contact-sent' },
  );

interface Options {
  pages: Pick<Pages, 'respond'>;
  postContact: PostContact;
  spool: Spooler;
  sendText: SendText;
  texts: TextStore;
}

/**
 * The contact form without JavaScript. Responds 303 to the page that confirms the message, or 422 with the page and the
 * values of the form.
 */
export function createContactForm({ pages, postContact, spool, sendText, texts }: Options): PageForm {
  async function submit(req: Request, res: Response, { fields, upload }: MultipartForm): Promise<void> {
    const { values, topic } = readContactFields(fields);
    // A cached page has no time of opening, so the minimum fill time cannot be measured without JavaScript.
    const timestamp = values['timestamp'] ?? Date.now() - minFillMs;
    const submission = parseSubmission(req, fields);
    const outcome = await postContact({
      values: { ...values, timestamp },
      topic: topic ?? 'general',
      language: siteRequestOf(res).choice.language,
      upload,
      submission,
    });
    const hadFile = upload !== null;
    if (outcome.errors) {
      const values = { ...valuesOf(fields), ...retryValues(submission) };
      return pages.respond(req, res, { form: { values, errors: errorsOf(outcome.errors, hadFile) }, status: 422 });
    }
    const { answer, retryKey } = outcome;
    if (answer.status === 200) return res.redirect(303, sentAddress(topic ?? 'general'));
    setRetryAfter(res, answer);
    const form = { values: { ...valuesOf(fields), ...retryValues({ retryKey }) }, ...failureOf(answer, hadFile) };
    return pages.respond(req, res, { form, status: pageStatus(answer.status) });
  }

  async function refuse(req: Request, res: Response, { status, key, fields }: RequestError): Promise<void> {
    const failure =
      key === 'fileSize' ? { errors: { attachment: key } } : failureOf({ status, body: { error: key } }, false);
    // A field was read up to its limit. It may be a name.
    const isCut = key === 'tooLarge' && Buffer.byteLength(fields['message'] ?? '') >= contactFormLimits.fieldBytes;
    if (isCut) failure.errors = { ...failure.errors, message: 'messageCut' };
    if (status === 503) res.set('Retry-After', retryAfter.uploads);
    await pages.respond(req, res, { form: { values: valuesOf(fields), ...failure }, status });
  }

  return {
    page: 'contacts',
    // The button of the estimate fills in the message, also without JavaScript.
    prefill(search, language) {
      if (!search.has(fieldNames.write)) return undefined;
      const text = areaText(texts, language, 'estimate');
      return { values: { message: describeChoice(text, language, parseChoice(search)) }, errors: {} };
    },
    rateLimit: 'contact',
    body: { kind: 'upload', maxBytes: 3 * contactCallBytes() },
    readFields: (req) => readFields(req, contactFormLimits, spool),
    async submit(req, res) {
      if (!req.is('multipart/form-data')) {
        sendText(res, 415, 'unsupportedType');
        return;
      }
      try {
        const form = await readMultipart(req, { ...contactFormLimits, skipLargeFile: true }, spool);
        await using _content = form.upload?.content;
        await submit(req, res, form);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        await refuse(req, res, error);
      }
    },
  };
}
