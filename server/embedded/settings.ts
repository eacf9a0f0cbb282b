import { site } from '#shared/site.ts';
import type { CommentMode } from '#server/config-values.ts';
import type { Config } from '#server/config.ts';
import type { LetterSettings } from './outbox/announce-message.ts';
import type { Receiver } from './outbox/send-call.ts';
import type { MailServer } from './outbox/send-letter.ts';
import type { DatabasePlace } from './storage/storage.ts';

/** What the backend is started with. Everything in it can be sent to a worker thread. */
export interface BackendSettings extends DatabasePlace {
  /** The news' pictures, served under /media/news. */
  picturesDir: string;
  /** The texts of letters, in both languages. */
  localesDir: string;
  /** Sent by the site when a trial is started. */
  token: string;
  letters: LetterSettings;
  /** Null where letters are kept and not sent. */
  mail: MailServer | null;
  /** Who is called for new messages. */
  receiver: Receiver | null;
  /** Who may sign in at the desk; nobody: there is none. */
  deskEmails: string[];
  comments: CommentMode;
}

export interface Folders {
  picturesDir: string;
  localesDir: string;
}

/** The part of the configuration that the backend needs. */
export function readBackendSettings(config: Config, folders: Folders, token: string): BackendSettings {
  const { dataDir, databaseUrl, mailUrl, mailFrom, mailTo, notifyUrl, notifySecret } = config;
  const mail = mailUrl && mailFrom ? { url: mailUrl, from: mailFrom } : null;
  const receiver = notifyUrl && notifySecret ? { url: notifyUrl, secret: notifySecret } : null;
  return {
    ...folders,
    dataDir,
    databaseUrl,
    token,
    mail,
    receiver,
    deskEmails: config.deskEmails,
    comments: config.comments,
    letters: {
      language: config.defaultLanguage,
      to: {
        general: mailTo ?? site.email,
        career: config.mailToCareer ?? mailTo ?? site.careersEmail,
        legal: config.mailToLegal ?? mailTo ?? site.legalEmail,
      },
      isSent: mail !== null,
      isCalled: receiver !== null,
    },
  };
}

/** A sentence for the log where messages of visitors reach nobody; null where they do. */
export function warnOfMissingMail({ publicUrl, mailUrl }: Pick<Config, 'publicUrl' | 'mailUrl'>): string | null {
  if (mailUrl || !publicUrl.startsWith('https:')) return null;
  return 'MAIL_URL is not set: messages of visitors are stored, and nobody is told of them';
}
