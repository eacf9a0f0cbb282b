import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Topic } from '#shared/contact-limits.ts';
import type { Language } from '#shared/languages.ts';
import { site } from '#shared/site.ts';
import type { Config } from '#server/config/config.ts';
import type { CommentMode } from '#server/config/values.ts';
import { paymentModeOf, type PaymentMode } from '#server/config/payment-mode.ts';
import type { LicenceKeyPlace } from './licences/licence-keys.ts';
import type { Receiver } from './outbox/send-call.ts';
import type { MailServer } from './outbox/send-letter.ts';
import type { MonobankAccess } from './payments/monobank.ts';
import type { DatabasePlace } from './storage/storage.ts';

/** What the backend is started with. Everything in it can be sent to a worker thread. */
export interface BackendSettings extends DatabasePlace {
  /** The news' pictures, served under /media/news. */
  picturesDir: string;
  /** The texts of letters, in both languages. */
  localesDir: string;
  /** Sent by the site when a trial is started. */
  token: string;
  /** Of letters to the company, and to people whose language is not known. */
  language: Language;
  /** The addresses of the company that get the messages of each topic. */
  recipients: Record<Topic, string>;
  payments: {
    mode: PaymentMode;
    /** Whether the operator has named the mode. */
    isModeChosen: boolean;
    /** Null without a token. */
    monobank: MonobankAccess | null;
  };
  licenceKeys: LicenceKeyPlace;
  /** Null where letters are kept and not sent. */
  mail: MailServer | null;
  /** What NOTIFY_URL and NOTIFY_SECRET name; null where nobody is called. */
  receiver: Receiver | null;
  /** Who may sign in at the desk; empty: there is no desk. */
  deskEmails: string[];
  comments: CommentMode;
}

export interface Folders {
  picturesDir: string;
  localesDir: string;
}

/** In the build, pictures and texts lie beside dist/server; in the sources, in two folders of the project. */
export function findFolders(): Folders {
  const dist = join(import.meta.dirname, '..');
  if (existsSync(join(dist, 'manifest.json')))
    return { picturesDir: join(dist, 'news'), localesDir: join(dist, 'locales') };
  const root = join(import.meta.dirname, '../..');
  return { picturesDir: join(root, 'static/news'), localesDir: join(root, 'locales') };
}

/** A key that nobody has chosen must not sign what is sold to the public: on https none is made. */
export function readLicenceKeyPlace({ licenceKey, publicUrl, dataDir }: Config): LicenceKeyPlace {
  return { configured: licenceKey, makeIn: publicUrl.startsWith('https:') ? null : dataDir };
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
    payments: {
      mode: paymentModeOf(config),
      isModeChosen: config.payments !== null,
      monobank: config.monobankToken ? { url: config.monobankUrl, token: config.monobankToken } : null,
    },
    licenceKeys: readLicenceKeyPlace(config),
    deskEmails: config.deskEmails,
    comments: config.comments,
    language: config.defaultLanguage,
    recipients: {
      general: mailTo ?? site.email,
      career: config.mailToCareer ?? mailTo ?? site.careersEmail,
      legal: config.mailToLegal ?? mailTo ?? site.legalEmail,
    },
  };
}

/** Warns a public site that sends no mail. This and the next two answer null if there is nothing to warn of. */
function warnOfMissingMail({ publicUrl, mailUrl }: Pick<Config, 'publicUrl' | 'mailUrl'>): string | null {
  if (mailUrl || !publicUrl.startsWith('https:')) return null;
  return 'MAIL_URL is not set: messages of visitors are stored, and nobody is told of them';
}

/** Warns a public site whose payments are pretended. */
function warnOfPublicSandbox(config: Pick<Config, 'publicUrl' | 'payments'>): string | null {
  if (!config.publicUrl.startsWith('https:') || paymentModeOf(config) !== 'sandbox') return null;
  return 'PAYMENTS is sandbox on a public site: anybody gets a licence without paying';
}

/** Warns a public site without a licence key. */
function warnOfMissingLicenceKey({ publicUrl, licenceKey }: Pick<Config, 'publicUrl' | 'licenceKey'>): string | null {
  if (licenceKey || !publicUrl.startsWith('https:')) return null;
  return 'LICENCE_KEY is not set: trials and payments get no licence';
}

/** Everything that the operator of a public site should know at the start. */
export const startWarnings = (config: Config): string[] =>
  [warnOfMissingMail(config), warnOfMissingLicenceKey(config), warnOfPublicSandbox(config)].filter(
    (warning) => warning !== null,
  );
