import {
  attachmentBytes,
  attachmentOf,
  attachmentType,
  leastFillMs,
  longest,
  type Topic,
} from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactMessage } from '#shared/contracts/contact.ts';
import { isPdf, pdfSignatureBytes } from '#shared/pdf.ts';
import { requireJsonAnswer } from '../backend/posts.ts';
import { jsonWithAttachment } from '../backend/streamed-json.ts';
import { toFailedAnswer } from '../backend/upstream-failure.ts';
import type { Upstream, UpstreamAnswer } from '../backend/upstream.ts';
import type { Upload } from '../body/multipart.ts';
import { createSemaphore } from '../body/semaphore.ts';
import type { Spool } from '../body/spool.ts';
import type { Log } from '../observability/log.ts';
import { createIdempotency } from './idempotent.ts';

export interface ContactPost {
  /** The fields of ContactMessage, as they came. */
  values: unknown;
  /** The tab it was written on; null where the sender has no tabs. */
  topic: Topic | null;
  upload: Upload | null;
}

/** Message keys by field, or what the backend said. */
export type ContactOutcome = { errors: Record<string, string> } | { errors: null; answer: UpstreamAnswer };
export type PostContact = (post: ContactPost) => Promise<ContactOutcome>;

/** Files on their way to the backend at once: each has its time limit, which must not pass while it waits for others. */
const filesAtOnce = 4;

/** A browser that knows no PDF sends it as any bytes; what it is, its first bytes tell. */
const acceptedTypes = [attachmentType, 'application/octet-stream', ''];

async function attachmentError(topic: Topic | null, upload: Upload | null): Promise<string | null> {
  const rule = topic ? attachmentOf[topic] : 'optional';
  if (!upload) return rule === 'required' ? 'attachmentRequired' : null;
  if (rule === 'none') return 'attachmentUnexpected';
  if (upload.content.bytes > attachmentBytes) return 'fileSize';
  if (!acceptedTypes.includes(upload.type)) return 'fileType';
  if (upload.content.bytes === 0) return 'fileEmpty';
  return isPdf(await upload.content.read(0, pdfSignatureBytes)) ? null : 'fileType';
}

/** A sender's clock may be wrong by hours: only a moment that is very near, before or after, counts as too fast. */
function isTooFast(values: unknown, now: number): boolean {
  const { timestamp } = values as Partial<ContactMessage>;
  return typeof timestamp === 'number' && Math.abs(now - timestamp) < leastFillMs;
}

/** What must not stand in a file's name: control characters and what separates folders. */
const unfit = /[\p{Cc}/\\]/gu;

function cleanName(name: string): string {
  return name.replace(unfit, ' ').trim().slice(-longest.fileName) || 'attachment.pdf';
}

function trimmed({ firstName, lastName, email, message, ...rest }: ContactMessage): ContactMessage {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    message: message.trim(),
    ...rest,
  };
}

/** What the contact form does, called by /api and by the form without JavaScript. */
export function createPostContact(upstream: Upstream, log: Log): PostContact {
  const once = createIdempotency<UpstreamAnswer>(({ status }) => status !== 200);
  const few = createSemaphore(filesAtOnce);

  function send(
    message: ContactMessage,
    file: { name: string; type: string } | null,
    content: Spool | undefined,
    idempotencyKey: string,
  ): Promise<UpstreamAnswer> {
    if (!file || !content) return upstream.send('/api/contact', message, { idempotencyKey });
    return few(() => upstream.send('/api/contact', jsonWithAttachment(message, file, content), { idempotencyKey }));
  }

  return async ({ values, topic, upload }) => {
    const [broken, valid] = check(values, ContactMessage);
    const errors = { ...broken };
    const wrongAttachment = await attachmentError(topic, upload);
    if (wrongAttachment) errors['attachment'] = wrongAttachment;
    if (!valid || wrongAttachment) return { errors };
    if (isTooFast(valid, Date.now())) return { errors: { timestamp: 'tooFastError' } };

    const message = trimmed(valid);
    const { timestamp: _, ...content } = message;
    const file = upload && { name: cleanName(upload.name), type: attachmentType };
    const key = [content, file, upload?.content.sha256];
    const answer = await once(key, async (idempotencyKey) =>
      requireJsonAnswer(await send(message, file, upload?.content, idempotencyKey)),
    ).catch(toFailedAnswer(log, 'a message'));
    return { errors: null, answer };
  };
}
