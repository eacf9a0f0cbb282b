import { messageOf } from '../lib/error-facts.ts';
import { retry } from '../lib/retry.ts';
import { startPolling, type Polling } from '../storage/polling.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import {
  claimDue,
  claimMs,
  countOutbox,
  isAnythingDue,
  emailOf,
  markSent,
  markUnsent,
  refundOf,
  releaseClaim,
  type OutboxCounts,
  type OutboxKind,
  type OutboxRow,
} from './outbox.ts';
import { FinalError } from './final-error.ts';
import type { SendNotification } from './send-notification.ts';
import { isUnknownRecipient, type Attachment, type SendEmail } from './send-email.ts';

interface Options {
  storage: Storage;
  /** Null without a mail server. E-mails that were pending at an earlier start then wait for one. */
  sendEmail: SendEmail | null;
  sendNotification: SendNotification | null;
  /** Sends the refund request of an order; rejects with a FinalError if the payment provider refuses the refund. */
  sendRefund: (orderId: string) => Promise<void>;
  writeLog: WriteLog;
  /** Called after each batch of rows, and after each poll of the outbox. */
  onCounts?: (counts: OutboxCounts) => void;
  now?: () => number;
  /** The interval between two polls of the outbox, in milliseconds. Another process may have added rows. */
  pollMs?: number;
}

/**
 * Returns an id that is the same for each attempt of a row. It contains the time, because after a restore another row
 * may have the same event.
 */
const identityOf = ({ event, created }: OutboxRow) => `${event.replaceAll(':', '-')}-${created}`;

async function readAttachment(storage: Storage, { message_id: id }: OutboxRow): Promise<Attachment | null> {
  if (id === null) return null;
  const row = await storage.read((database) =>
    database.selectFrom('messages').select(['attachment_name', 'attachment']).where('id', '=', id).executeTakeFirst(),
  );
  return row?.attachment ? { name: row.attachment_name ?? 'attachment.pdf', content: row.attachment } : null;
}

/** Makes one attempt to send a row. */
async function send({ storage, sendEmail, sendNotification, sendRefund }: Options, row: OutboxRow): Promise<void> {
  if (row.kind === 'refund') return sendRefund(refundOf(row).order);
  if (row.kind === 'call') {
    if (!sendNotification) throw new Error('NOTIFY_URL is not set');
    return sendNotification(row.payload, identityOf(row));
  }
  if (!sendEmail) throw new Error('MAIL_URL is not set');
  return sendEmail(emailOf(row), identityOf(row), await readAttachment(storage, row));
}

/** Whether a retry cannot succeed. An e-mail about a visitor's message is retried for three days in any case. */
const isFinalError = (error: unknown, { message_id: message }: OutboxRow) =>
  (isUnknownRecipient(error) && message === null) || error instanceof FinalError;

/** A mail server may repeat the address of the recipient in its refusal; the log contains no e-mail addresses. */
const withoutAddresses = (reason: string) => reason.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[email]');

/** The pause between two attempts to store what has happened to a row. */
const storePauseMs = 500;

/** Stores the result of claimed rows, with retries: without the stored result a row would be sent again, or late. */
const store = <T>(storage: Storage, closing: AbortSignal, effect: (database: Database) => Promise<T>): Promise<T> =>
  retry(() => storage.write(effect), {
    timeoutMs: claimMs,
    pauseMs: storePauseMs,
    canRetry: () => !closing.aborted,
  });

/** Claims due rows. After an error, such as a lost answer to COMMIT, it is unknown whether the claim was stored. */
async function claim(storage: Storage, closing: AbortSignal, kind: OutboxKind, now: number): Promise<OutboxRow[]> {
  let rows: OutboxRow[] = [];
  try {
    return await storage.write(async (database) => (rows = await claimDue(database, kind, now)));
  } catch (error) {
    if (rows.length > 0) await store(storage, closing, (database) => releaseClaim(database, rows));
    throw error;
  }
}

const kinds: OutboxKind[] = ['email', 'call', 'refund'];

/**
 * Sends the rows of the outbox while the process runs, those of each kind by themselves: a mail server that does not
 * answer must not delay refunds. Several processes may share one database. Call `wake` after adding a row.
 */
export function startDelivery(options: Options): Polling {
  const { storage, writeLog, onCounts, now = Date.now, pollMs = 2000 } = options;

  async function attempt(row: OutboxRow, closing: AbortSignal): Promise<void> {
    const { id, kind, attempts } = row;
    try {
      await send(options, row);
    } catch (error) {
      const reason = messageOf(error).slice(0, 500);
      const isFinal = isFinalError(error, row);
      const isOver = await store(storage, closing, (database) =>
        markUnsent(database, row, { error: reason, isFinal, now: now() }),
      );
      const fields = { id, kind, attempts, reason: withoutAddresses(reason) };
      if (isOver) writeLog('error', fields, 'an entry of the outbox failed');
      else writeLog('warn', fields, 'an entry of the outbox is tried again later');
      return;
    }
    await store(storage, closing, (database) => markSent(database, row));
  }

  const isDue = (kind: OutboxKind) => storage.read((database) => isAnythingDue(database, kind, now()));
  const publishCounts = async () => onCounts?.(await storage.read((database) => countOutbox(database, now())));

  async function sendDue(kind: OutboxKind, closing: AbortSignal): Promise<void> {
    while (!closing.aborted && (await isDue(kind))) {
      const rows = await claim(storage, closing, kind, now());
      await Promise.all(rows.map((row) => attempt(row, closing)));
      // After each batch: while every attempt times out, the whole outbox can take hours.
      await publishCounts();
    }
    await publishCounts();
  }

  const pollings = kinds.map((kind) =>
    startPolling({
      poll: (closing) => sendDue(kind, closing),
      pollMs,
      writeLog,
      failure: 'the outbox could not be sent',
    }),
  );
  return {
    wake: () => pollings.forEach((polling) => polling.wake()),
    async close() {
      await Promise.all(pollings.map((polling) => polling.close()));
    },
  };
}
