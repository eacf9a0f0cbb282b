import {
  attachmentBytes,
  attachmentOf,
  attachmentType,
  minFillMs,
  maxLength,
  type Topic,
} from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactMessage, type ContactCall } from '#shared/contracts/contact.ts';
import { cleanEmail } from '#shared/email.ts';
import type { Language } from '#shared/languages.ts';
import { isPdf, pdfSignature } from '#shared/pdf.ts';
import { removeInvisible, toSingleLine } from '#shared/plain-text.ts';
import { toConfirmation } from '#server/backend/answers.ts';
import type { BackendClient, BackendAnswer } from '#server/backend/client.ts';
import { toFailedAnswer } from '#server/backend/failures.ts';
import { createBulkhead } from '#server/backend/bulkhead.ts';
import { createIdempotency, type Submission } from '#server/forms/idempotency.ts';
import type { TranslateError } from '#server/backend/known-errors.ts';
import { jsonWithAttachment } from '#server/backend/streamed-json.ts';
import type { Upload } from '#server/http/body/multipart.ts';
import type { Spool } from '#server/http/body/spool.ts';
import type { Log } from '#server/lib/log.ts';
import { propertyOf } from '#shared/property-of.ts';

export interface ContactPost {
  /** The fields of ContactMessage, unchecked. */
  values: unknown;
  /** The tab of the form; null when the request does not name one. */
  topic: Topic | null;
  /** The language of the page with the form. */
  language: Language;
  upload: Upload | null;
  submission: Submission;
}

/** Message keys by field, or the backend's answer. */
type ContactOutcome = { errors: Record<string, string> } | { errors: null; answer: BackendAnswer; retryKey: string };
export type PostContact = (post: ContactPost) => Promise<ContactOutcome>;

/**
 * The maximum number of attachments that are sent at once: the time limit of each must not pass while it waits for
 * others.
 */
const maxFilesAtOnce = 4;
/** The maximum number of attachments that wait for their turn, and their maximum wait, in milliseconds. */
const maxWaitingFiles = 16;
const maxFileWaitMs = 10_000;

/** A browser that does not know PDF sends another type, so the first bytes of the file decide. */
const acceptedTypes = [attachmentType, 'application/octet-stream', ''];

async function findAttachmentProblem(topic: Topic | null, upload: Upload | null): Promise<string | null> {
  const rule = topic ? attachmentOf[topic] : 'optional';
  if (!upload) return rule === 'required' ? 'attachmentRequired' : null;
  if (rule === 'none') return 'attachmentUnexpected';
  if (upload.content.bytes > attachmentBytes) return 'fileSize';
  if (!acceptedTypes.includes(upload.type)) return 'fileType';
  if (upload.content.bytes === 0) return 'fileEmpty';
  const start = await upload.content.read(0, pdfSignature.length);
  return isPdf(start.toString('latin1')) ? null : 'fileType';
}

/** The sender's clock may be wrong by hours, so only a time very close to now, before or after, counts as too fast. */
function isTooFast(values: unknown, now: number): boolean {
  const timestamp = propertyOf(values, 'timestamp');
  return typeof timestamp === 'number' && Math.abs(now - timestamp) < minFillMs;
}

/** Control characters and the separators of folders, which must not be in the name of a file. */
const forbiddenInNames = /[\p{Cc}/\\]/gu;
const extension = '.pdf';

/**
 * The name under which the staff save and open the file. It always ends as a PDF does, because the visitor could name a
 * program like this, and has no marks of direction, which show `fdp.exe` as `exe.pdf`.
 */
function cleanName(name: string): string {
  const clean = removeInvisible(name.replace(forbiddenInNames, ' ').trim().slice(-maxLength.fileName));
  if (clean.toLowerCase().endsWith(extension)) return clean;
  return `${clean.slice(extension.length - maxLength.fileName) || 'attachment'}${extension}`;
}

/**
 * Sets the status of a success to 200, the only one that browsers treat as a confirmation; backends may use another
 * one.
 */
const acceptAnySuccess = (answer: BackendAnswer): BackendAnswer =>
  answer.status < 300 ? { ...answer, status: 200 } : answer;

function cleaned({ firstName, lastName, email, message, ...rest }: ContactMessage): ContactMessage {
  return {
    firstName: toSingleLine(firstName),
    lastName: toSingleLine(lastName),
    email: cleanEmail(email),
    message: message.trim(),
    ...rest,
  };
}

/** Sends a contact message; called by the API and by the form without JavaScript. */
export function createPostContact(
  backendClient: Pick<BackendClient, 'send'>,
  translateError: TranslateError,
  log: Log,
): PostContact {
  const runOnce = createIdempotency<BackendAnswer>({ isFailure: ({ status }) => status !== 200 });
  const runWithFile = createBulkhead({
    concurrency: maxFilesAtOnce,
    maxWaiting: maxWaitingFiles,
    waitMs: maxFileWaitMs,
  });

  function send(
    message: ContactMessage & Pick<ContactCall, 'topic' | 'language'>,
    file: { name: string; type: string } | null,
    content: Spool | undefined,
    idempotencyKey: string,
  ): Promise<BackendAnswer> {
    if (!file || !content) return backendClient.send('/api/contact', message, { idempotencyKey });
    return runWithFile(() =>
      backendClient.send('/api/contact', jsonWithAttachment(message, file, content), { idempotencyKey }),
    );
  }

  return async ({ values, topic, language, upload, submission }) => {
    const [broken, valid] = check(values, ContactMessage);
    const errors = { ...broken };
    const attachmentProblem = await findAttachmentProblem(topic, upload);
    if (attachmentProblem) errors['attachment'] = attachmentProblem;
    if (!valid || attachmentProblem) return { errors };
    if (isTooFast(valid, Date.now())) return { errors: { timestamp: 'tooFastError' } };

    const message = cleaned(valid);
    const { timestamp: _, ...content } = message;
    const extra = { language, ...(topic && { topic }) };
    const file = upload && { name: cleanName(upload.name), type: attachmentType };
    const sentContent = [content, topic, file, upload?.content.sha256];
    const { answer, retryKey } = await runOnce(sentContent, submission, (idempotencyKey) =>
      send({ ...message, ...extra }, file, upload?.content, idempotencyKey)
        .then(toConfirmation)
        .then(acceptAnySuccess)
        .catch(toFailedAnswer(log, 'a message')),
    );
    return { errors: null, answer: translateError(answer, language), retryKey };
  };
}
