import { hash } from 'node:crypto';
import { Router, type Request } from 'express';
import { attachmentBytes, contactCallBytes } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { isPdf, pdfSignature } from '#shared/pdf.ts';
import { createLargeJsonReader } from '#server/http/body/large-json.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import { createSpooler, spoolBytes } from '#server/http/body/spool.ts';
import type { CallResponse, IdempotentWrite } from '../storage/idempotent-write.ts';
import type { NotifyOfMessage } from '../outbox/notify-of-message.ts';
import { StorageError } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';

interface StoredFile {
  name: string;
  content: Buffer;
}

interface Tools {
  notifyOfMessage: NotifyOfMessage;
  wakeDelivery: () => void;
  writeLog: WriteLog;
}

async function addMessage(
  database: Database,
  notifyOfMessage: NotifyOfMessage,
  call: ContactCall,
  file: StoredFile | null,
): Promise<CallResponse> {
  const { firstName, lastName, email, message, topic = null, language = null } = call;
  const date = new Date();
  const { id } = await database
    .insertInto('messages')
    .values({
      first_name: firstName,
      last_name: lastName,
      email,
      message,
      date: date.toISOString(),
      attachment_name: file?.name ?? null,
      attachment: file?.content ?? null,
      topic,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const name = `${firstName} ${lastName}`;
  await notifyOfMessage(database, id, {
    name,
    email,
    message,
    topic,
    language,
    attachmentName: file?.name ?? null,
    date,
  });
  return { status: 200, body: { status: 'ok' } };
}

const refuse = (error: string): CallResponse => ({ status: 400, body: { error } });

/** POST /api/contact stores the message and its attachment; server/backend/README.md describes the call. */
export function contactCalls(
  writeIdempotently: IdempotentWrite,
  { notifyOfMessage, wakeDelivery, writeLog }: Tools,
): Router {
  const router = Router();
  const spool = createSpooler({
    maxTotalBytes: spoolBytes.embedded,
    // All calls come from the site, which has limited what each visitor may take.
    maxSenderBytes: spoolBytes.embedded,
    onDiskFault: (error) =>
      writeLog('error', { reason: String(error) }, 'an upload could not be written to the temporary folder'),
  });
  const readJson = createLargeJsonReader(spool);

  async function answer(req: Request, body: unknown): Promise<CallResponse> {
    const [errors, call] = check(body, ContactCall);
    if (errors) return refuse(`Invalid field: ${Object.keys(errors).join(', ')}`);
    const { firstName, lastName, email, message, topic, attachment } = call;
    const file = attachment ? { name: attachment.name, content: Buffer.from(attachment.data, 'base64') } : null;
    if (
      file &&
      (!isPdf(file.content.toString('latin1', 0, pdfSignature.length)) || file.content.length > attachmentBytes)
    )
      return refuse('The attachment must be a PDF of up to 10 MB');
    // The timestamp is left out because it is the time when the form was opened, not something that the visitor wrote.
    // The topic is there because the same text from another tab is a message to another department.
    const content = [firstName, lastName, email, message, topic, file?.name];
    const digest = file && hash('sha256', file.content, 'base64url');
    const stored = await writeIdempotently(req, [...content, digest], (database) =>
      addMessage(database, notifyOfMessage, call, file),
    );
    wakeDelivery();
    return stored;
  }

  router.post('/', async (req, res) => {
    try {
      const { status, body } = await readJson(req, contactCallBytes(), (json) => answer(req, json));
      res.status(status).json(body);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The temporary folder is full: a retry of the same message may succeed, so the status is that of a storage
      // error.
      if (error.status === 503) throw new StorageError({ status: 503, reason: error.key }, error);
      res.status(error.status).json({ error: 'The body cannot be read' });
    }
  });

  return router;
}
