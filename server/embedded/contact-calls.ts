import type { DatabaseSync } from 'node:sqlite';
import { json, Router } from 'express';
import { attachmentBytes, longest } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { isPdf } from '#shared/pdf.ts';
import { createGate } from '../gate.ts';

const bodyBytes = 4 * Math.ceil(attachmentBytes / 3) + longest.message * 8;

/** POST /api/contact (spec.md, section 7): keeps the message and its attachment. */
export function contactCalls(database: DatabaseSync): Router {
  const router = Router();
  const insert = database.prepare('INSERT INTO messages (first_name, last_name, email, message, date, attachment_name, attachment) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const parse = json({ limit: bodyBytes });
  // A body of 14 MB costs several times that while it is parsed: twenty at once would be too much for a small machine.
  const oneByOne = createGate(1);

  function keep(body: unknown): string | null {
    const [errors, call] = check(body, ContactCall);
    if (errors) return `Invalid field: ${Object.keys(errors).join(', ')}`;
    const { firstName, lastName, email, message, attachment } = call;
    const file = attachment ? Buffer.from(attachment.data, 'base64') : null;
    if (file && (!isPdf(file) || file.length > attachmentBytes)) return 'The attachment must be a PDF of up to 10 MB';
    insert.run(firstName, lastName, email, message, new Date().toISOString(), attachment?.name ?? null, file);
    return null;
  }

  router.post('/', (req, res) => oneByOne(async () => {
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error: unknown) => (error ? reject(error as Error) : resolve()));
    });
    const problem = keep(req.body);
    res.status(problem ? 400 : 200).json(problem ? { error: problem } : { status: 'ok' });
  }));

  return router;
}
