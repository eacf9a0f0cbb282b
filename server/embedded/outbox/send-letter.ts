import { createTransport } from 'nodemailer';
import type { Letter } from './letters.ts';

export interface MailServer {
  /** smtp:// or smtps:// */
  url: string;
  /** The sender of every letter. */
  from: string;
}

export interface Attachment {
  name: string;
  content: Uint8Array;
}

/** Sends a letter once; rejects with what the server or the connection says. */
export type SendLetter = (letter: Letter, identity: string, attachment: Attachment | null) => Promise<void>;

/** How long the server may take to be reached, and how long it may be silent after that. */
interface MailTimeouts {
  connectMs: number;
  silenceMs: number;
}

const defaultTimeouts: MailTimeouts = { connectMs: 15_000, silenceMs: 60_000 };

/** The part of an address after the @. */
const domainOf = (mailbox: string) => /@([^\s<>]+)>?$/.exec(mailbox)?.[1] ?? 'localhost';

/** A connection for each letter: a company's site sends few. */
export function createSendLetter({ url, from }: MailServer, timeouts = defaultTimeouts): SendLetter {
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
  });
  return async (letter, identity, attachment) => {
    await transport.sendMail({
      from,
      to: letter.to,
      ...(letter.replyTo && { replyTo: letter.replyTo }),
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      // The same for each attempt: a mail server that got the letter twice can tell.
      messageId: `<${identity.replace(/[^\w.-]/g, '.')}@${domainOf(from)}>`,
      ...(letter.isAutomatic && { headers: { 'Auto-Submitted': 'auto-replied' } }),
      attachments: attachment
        ? [{ filename: attachment.name, content: Buffer.from(attachment.content), contentType: 'application/pdf' }]
        : [],
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Whether the server says of the recipient itself that there is none, so that no later attempt can help. */
export function isUnknownRecipient(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode);
}
