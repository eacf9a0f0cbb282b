import { createTransport } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { propertyOf } from '#shared/property-of.ts';
import { within } from '#server/lib/within.ts';
import type { Email } from './compose-email.ts';

export interface MailServer {
  /** The address starts with smtp:// or smtps://. */
  url: string;
  /** The sender of all e-mails. */
  from: string;
}

export interface Attachment {
  name: string;
  content: Uint8Array;
}

/** Makes one attempt to send an e-mail. Rejects with the error of the mail server or the connection. */
export type SendEmail = (email: Email, identity: string, attachment: Attachment | null) => Promise<void>;

/** All timeouts are in milliseconds. */
interface MailTimeouts {
  /** For connecting, and for the first answer of the mail server. */
  connectMs: number;
  /** For a connection on which the mail server sends nothing. */
  silenceMs: number;
  /** For sending one e-mail, from connecting to the last answer. Must be shorter than `claimMs` in outbox.ts. */
  totalMs: number;
}

const defaultTimeouts: MailTimeouts = { connectMs: 15_000, silenceMs: 60_000, totalMs: 5 * 60_000 };

/**
 * Rejects if sending takes longer than `ms`. A mail server may send a few bytes every minute and never finish, and all
 * later e-mails would wait for that. nodemailer cannot cancel an attempt, so the connection stays open until the mail
 * server closes it or sends nothing for `silenceMs`.
 */
const finishWithin = (sending: Promise<unknown>, ms: number) =>
  within(sending, ms, () => {
    throw new Error(`the mail server did not finish within ${ms} ms`);
  });

/** Returns the part of an e-mail address after the @. */
const domainOf = (mailbox: string) => /@([^\s<>]+)>?$/.exec(mailbox)?.[1] ?? 'localhost';

/** The maximum length of an encoded word; nodemailer uses the same. */
const maxWordLength = 52;

/**
 * Encodes a subject that contains the start of an encoded word (RFC 2047). nodemailer passes encoded words on, and mail
 * programs decode them, so visitors could put a text into the subject that the site has not seen.
 */
const withoutTypedWords = (subject: string) =>
  subject.includes('=?') ? encodeWord(subject, 'Q', maxWordLength) : subject;

/** Each e-mail uses its own connection, because a company's site sends few e-mails. */
export function createSendEmail({ url, from }: MailServer, timeouts = defaultTimeouts): SendEmail {
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
  });
  return async (email, identity, attachment) => {
    const sending = transport.sendMail({
      from,
      to: email.to,
      ...(email.replyTo && { replyTo: email.replyTo }),
      subject: withoutTypedWords(email.subject),
      text: email.text,
      html: email.html,
      // The id is the same for each attempt, so a mail server can detect a duplicate.
      messageId: `<${identity.replace(/[^\w.-]/g, '.')}@${domainOf(from)}>`,
      ...(email.isAutomatic && { headers: { 'Auto-Submitted': 'auto-replied' } }),
      attachments: attachment
        ? [{ filename: attachment.name, content: Buffer.from(attachment.content), contentType: 'application/pdf' }]
        : [],
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await finishWithin(sending, timeouts.totalMs);
  };
}

/**
 * Whether the mail server says that the recipient does not exist, so a retry cannot succeed. Servers use the same three
 * digits for refusals that the operator can end, such as a sender that they do not trust: the enhanced code (RFC 3463),
 * where there is one, tells them apart. Of 5.1.x, about addresses, 5.1.7 and 5.1.8 mean the sender's.
 */
export function isUnknownRecipient(error: unknown): boolean {
  if (propertyOf(error, 'command') !== 'RCPT TO') return false;
  if (![550, 551, 553].includes(Number(propertyOf(error, 'responseCode')))) return false;
  const [, code] = /^\d{3}[ -]\W?(\d\.\d{1,3}\.\d{1,3})\b/.exec(String(propertyOf(error, 'response'))) ?? [];
  return code === undefined || (code.startsWith('5.1.') && code !== '5.1.7' && code !== '5.1.8');
}
