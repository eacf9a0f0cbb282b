import { Router, type Request } from 'express';
import { attachmentBytes, contactCallBytes } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { passRetryAfter, publicBody } from '#server/backend/answers.ts';
import { readMultipart } from '#server/http/body/multipart.ts';
import { createLargeJsonReader } from '#server/http/body/read.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import { spool } from '#server/http/body/spool.ts';
import { contactFormLimits, readContactFields } from './contact-fields.ts';
import type { ContactPost, PostContact } from './post-contact.ts';

type Read = ContactPost | { errors: Record<string, string> };

/** Base64 that decodes to fewer bytes than it stands for is broken, or has a prefix. */
function decode(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  const padding = /={0,2}$/.exec(data.slice(-2))?.[0].length ?? 0;
  if (bytes.length !== Math.floor(((data.length - padding) * 3) / 4)) throw new RequestError(400, 'attachment');
  return bytes;
}

async function readCall(body: unknown): Promise<Read> {
  const [errors, call] = check(body, ContactCall);
  if (errors) return { errors };
  const { attachment, topic, ...values } = call;
  if (!attachment) return { values, topic: topic ?? null, upload: null };
  const content = await spool([decode(attachment.data)], attachmentBytes, 'fileSize');
  return { values, topic: topic ?? null, upload: { name: attachment.name, type: attachment.type, content } };
}

const firstOf = (errors: Record<string, string>) => Object.values(errors)[0] ?? 'badRequest';

/** POST /api/contact (spec.md, section 7): JSON as the backend takes it, or the multipart form that browsers send. */
export function contactRoutes(postContact: PostContact): Router {
  const router = Router();
  const readJson = createLargeJsonReader(contactCallBytes());

  async function read(req: Request): Promise<Read> {
    if (req.is('application/json')) return readJson(req, readCall);
    if (!req.is('multipart/form-data')) throw new RequestError(415, 'unsupportedType');
    const { fields, upload } = await readMultipart(req, contactFormLimits);
    return { ...readContactFields(fields), upload };
  }

  router.post('/', async (req, res) => {
    try {
      const post = await read(req);
      await using _content = 'errors' in post ? null : post.upload?.content;
      const outcome = 'errors' in post ? post : await postContact(post);
      if (outcome.errors) res.status(400).json({ error: firstOf(outcome.errors), errors: outcome.errors });
      else {
        passRetryAfter(res, outcome.answer);
        res.status(outcome.answer.status).json(publicBody(outcome.answer));
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const errors = error.key === 'fileSize' || error.key === 'attachment' ? { attachment: error.key } : undefined;
      res.status(error.status).json({ error: error.key, errors });
    }
  });

  return router;
}
