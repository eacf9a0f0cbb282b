import type { DatabaseSync } from 'node:sqlite';
import { Router } from 'express';
import { attachmentBytes, contactCallBytes } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { isPdf } from '#shared/pdf.ts';
import { createLargeJsonReader } from '#server/http/body/large-json.ts';
import { createSpooler } from '#server/http/body/spool.ts';
import { RequestError } from '#server/http/body/request-error.ts';

/** POST /api/contact (spec.md, section 7): keeps the message and its attachment. */
export function contactCalls(database: DatabaseSync): Router {
  const router = Router();
  const insert = database.prepare(
    'INSERT INTO messages (first_name, last_name, email, message, date, attachment_name, attachment) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const readJson = createLargeJsonReader(createSpooler());

  function keep(body: unknown): string | null {
    const [errors, call] = check(body, ContactCall);
    if (errors) return `Invalid field: ${Object.keys(errors).join(', ')}`;
    const { firstName, lastName, email, message, attachment } = call;
    const file = attachment ? Buffer.from(attachment.data, 'base64') : null;
    if (file && (!isPdf(file) || file.length > attachmentBytes)) return 'The attachment must be a PDF of up to 10 MB';
    insert.run(firstName, lastName, email, message, new Date().toISOString(), attachment?.name ?? null, file);
    return null;
  }

  router.post('/', async (req, res) => {
    try {
      const problem = await readJson(req, contactCallBytes(), (body) => Promise.resolve(keep(body)));
      res.status(problem ? 400 : 200).json(problem ? { error: problem } : { status: 'ok' });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      res.status(error.status).json({ error: 'The body cannot be read' });
    }
  });

  return router;
}
