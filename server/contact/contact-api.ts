import type { Request } from 'express';
import { attachmentBytes, contactCallBytes } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { sendAnswer } from '#server/backend/answers.ts';
import { parseSubmission } from '#server/forms/idempotency.ts';
import type { LargeJsonReader } from '#server/http/body/large-json.ts';
import { readMultipart } from '#server/http/body/multipart.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import type { Spooler } from '#server/http/body/spool.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import { contactFormLimits, readContactFields } from './contact-fields.ts';
import type { ContactPost, PostContact } from './post-contact.ts';

type Message = Omit<ContactPost, 'submission' | 'language'>;
type ParsedCall = Message | { errors: Record<string, string> };

/** Decodes base64. A result shorter than expected means that the text is not valid base64 or has a prefix. */
function decodeBase64(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  const padding = /={0,2}$/.exec(data.slice(-2))?.[0].length ?? 0;
  if (bytes.length !== Math.floor(((data.length - padding) * 3) / 4)) throw new RequestError(400, 'attachment');
  return bytes;
}

async function readCall(body: unknown, spool: Spooler): Promise<ParsedCall> {
  const [errors, call] = check(body, ContactCall);
  if (errors) return { errors };
  const { attachment, topic, language: _, ...values } = call;
  if (!attachment) return { values, topic: topic ?? null, upload: null };
  // The sender already takes space for the body, from which this is decoded.
  const content = await spool([decodeBase64(attachment.data)], attachmentBytes, 'fileSize');
  return { values, topic: topic ?? null, upload: { name: attachment.name, type: attachment.type, content } };
}

const firstOf = (errors: Record<string, string>) => Object.values(errors)[0] ?? 'badRequest';

interface Options {
  postContact: PostContact;
  spool: Spooler;
  readLargeJson: LargeJsonReader;
}

/** POST /api/contact: JSON with the attachment as base64, or the multipart form that browsers send. */
export function createContactApi({ postContact, spool, readLargeJson }: Options): Handler {
  async function read(req: Request): Promise<ParsedCall> {
    if (req.is('application/json')) return readLargeJson(req, contactCallBytes(), (body) => readCall(body, spool));
    if (!req.is('multipart/form-data')) throw new RequestError(415, 'unsupportedType');
    const { fields, upload } = await readMultipart(req, contactFormLimits, spool);
    return { ...readContactFields(fields), upload };
  }

  return async (req, res) => {
    try {
      const message = await read(req);
      await using _content = 'errors' in message ? null : message.upload?.content;
      const { language } = siteRequestOf(res).choice;
      const outcome =
        'errors' in message ? message : await postContact({ ...message, language, submission: parseSubmission(req) });
      if (outcome.errors) {
        res.status(400).json({ error: firstOf(outcome.errors), errors: outcome.errors });
        return;
      }
      sendAnswer(res, outcome.answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { status, key } = error;
      if (status === 503) res.set('Retry-After', retryAfter.uploads);
      const errors = key === 'fileSize' || key === 'attachment' ? { attachment: key } : undefined;
      res.status(status).json({ error: key, errors });
    }
  };
}
