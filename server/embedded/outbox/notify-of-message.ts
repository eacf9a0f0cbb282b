import { isTopic, type Topic } from '#shared/contact-limits.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { composeConfirmation, composeMessage, type EmailOptions, type MessageFacts } from './compose-email.ts';
import { addNotification, addEmail } from './outbox.ts';
import { addLimitedEmail } from './recipient-limit.ts';

interface Options {
  emailOptions: EmailOptions;
  /** The company's e-mail address for the messages of each topic. */
  recipients: Record<Topic, string>;
  /** Whether NOTIFY_URL receives a call for each message. */
  hasNotifyUrl: boolean;
  writeLog: WriteLog;
}

type MessageEvent = 'company' | 'visitor' | 'call';

/** Returns the event of the e-mail to the company, of the e-mail to the visitor, or of the call to NOTIFY_URL. */
const messageEvent = (id: number, kind: MessageEvent) => `message:${id}:${kind}`;

/** Returns the events of all outbox rows about a message. */
export const messageEvents = (id: number): string[] =>
  (['company', 'visitor', 'call'] as const).map((kind) => messageEvent(id, kind));

/** Adds the e-mails and the call about a new message to the outbox, in the transaction that stores the message. */
export type NotifyOfMessage = (database: Database, id: number, facts: MessageFacts) => Promise<void>;

/** Creates the function that notifies the company and the senders of messages. */
export function createNotifyOfMessage({ emailOptions, recipients, hasNotifyUrl, writeLog }: Options): NotifyOfMessage {
  const { hasMailServer } = emailOptions;
  return async (database, id, facts) => {
    const { topic, language, attachmentName, date } = facts;
    const to = recipients[isTopic(topic) ? topic : 'general'];
    const email = composeMessage(emailOptions, to, facts);
    await addEmail(database, { event: messageEvent(id, 'company'), email, messageId: id, hasMailServer });
    const confirmation = composeConfirmation(emailOptions, facts);
    const toVisitor = { event: messageEvent(id, 'visitor'), email: confirmation, hasMailServer };
    await addLimitedEmail(database, toVisitor, { writeLog, now: date.getTime() });
    if (hasNotifyUrl)
      await addNotification(database, messageEvent(id, 'call'), {
        type: 'message.created',
        timestamp: date.toISOString(),
        data: { id, topic, language, hasAttachment: attachmentName !== null },
      });
  };
}
