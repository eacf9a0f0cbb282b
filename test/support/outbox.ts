import type { TestContext } from 'node:test';
import { startDelivery } from '#server/embedded/outbox/delivery.ts';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import { addEmail, type OutboxCounts } from '#server/embedded/outbox/outbox.ts';
import { createSendEmail, type SendEmail } from '#server/embedded/outbox/send-email.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import type { MailServer } from './mail-server.ts';
import { until } from './until.ts';

/** A busy machine needs a while for a greeting. */
const patient = { connectMs: 10_000, silenceMs: 10_000, totalMs: 60_000 };
/**
 * Timeouts for a mail server that deliberately sends no greeting to some connections. The timeout after the greeting is
 * long, because a busy machine may delay an answer.
 */
export const hasty = { ...patient, connectMs: 700 };
export const from = 'Obrii <hello@obrii.example>';

export const emailTo = (to: string): Email => ({
  to,
  replyTo: null,
  subject: 'An e-mail',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  isAutomatic: false,
});

interface DeliverOptions {
  sendEmail?: SendEmail;
  server?: MailServer;
  timeouts?: typeof patient;
  clock?: { now: number };
}

/** A delivery over the storage, with a clock that the test sets. */
export function deliver(t: TestContext, storage: Storage, options: DeliverOptions) {
  const { server, timeouts = patient, clock = { now: Date.now() } } = options;
  const logged: string[] = [];
  /** The reasons in the same lines of the log. */
  const reasons: unknown[] = [];
  const counted: OutboxCounts[] = [];
  const sendEmail = server ? createSendEmail({ url: server.url, from }, timeouts) : options.sendEmail;
  const delivery = startDelivery({
    storage,
    sendEmail: sendEmail ?? null,
    sendNotification: null,
    sendRefund: () => Promise.reject(new Error('nothing is refunded here')),
    writeLog(level, { reason }, text) {
      logged.push(`${level}: ${text}`);
      reasons.push(reason);
    },
    onCounts: (next) => void counted.push(next),
    now: () => clock.now,
    pollMs: 5,
  });
  t.after(() => delivery.close());
  return { delivery, clock, logged, reasons, counted: () => counted, counts: () => counted.at(-1) };
}

/** Stores an e-mail that is to be sent. */
export const addTestEmail = (storage: Storage, event: string, email: Email, now?: number) =>
  storage.write((database) => addEmail(database, { event, email, hasMailServer: true }, now));

/** The states of everything in the outbox, in the order in which it was stored. */
export const statesOf = async (storage: Storage) =>
  (await storage.read((database) => database.selectFrom('outbox').select('state').orderBy('id').execute())).map(
    ({ state }) => state,
  );

/** Whether everything in the outbox is sent or has failed. */
export const isOver = async (storage: Storage) => !(await statesOf(storage)).includes('pending');

/** Moves the clock to the next retry, as soon as nothing is being sent. */
export async function runToTheEnd(storage: Storage, clock: { now: number }): Promise<void> {
  await until(
    'everything is sent or has failed',
    async () => {
      const next = await storage.read((database) =>
        database
          .selectFrom('outbox')
          .select(({ fn }) => [fn.min('due').as('due'), fn.max('claimed_until').as('claimed')])
          .where('state', '=', 'pending')
          .executeTakeFirstOrThrow(),
      );
      if (next.claimed === 0 && next.due > clock.now) clock.now = next.due + 30_000;
      return isOver(storage);
    },
    200_000,
  );
}
