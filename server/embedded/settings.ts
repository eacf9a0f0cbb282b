import type { Topic } from '#shared/contact-limits.ts';
import type { Language } from '#shared/languages.ts';
import { company } from '#shared/company.ts';
import type { Config } from '#server/config/config.ts';
import type { CommentMode } from '#server/config/values.ts';
import { paymentModeOf, type PaymentMode } from '#server/config/payment-mode.ts';
import type { Folders } from './lib/folders.ts';
import { readLicenceKeyPlace, type LicenceKeyPlace } from './licences/licence-keys.ts';
import type { Receiver } from './outbox/send-notification.ts';
import type { MailServer } from './outbox/send-email.ts';
import type { MonobankAccess } from './payments/monobank.ts';
import type { DatabasePlace } from './storage/storage.ts';

/** The settings of the backend. All values can be sent to a worker thread. */
export interface BackendSettings extends DatabasePlace {
  /** The folder of the news pictures that come with the site, served under /media/news. */
  picturesDir: string;
  /** The folder of the texts of e-mails, in both languages. */
  localesDir: string;
  /** The secret that the site sends with its calls. */
  token: string;
  /** The language of e-mails to the company, and to people whose language is unknown. */
  language: Language;
  /** The company's e-mail address for the messages of each topic. */
  recipients: Record<Topic, string>;
  payments: {
    mode: PaymentMode;
    /** Whether the operator has set the mode explicitly. */
    isModeChosen: boolean;
    /** Null if MONOBANK_TOKEN is not set. */
    monobank: MonobankAccess | null;
  };
  licenceKeys: LicenceKeyPlace;
  /** Null if e-mails are stored and not sent. */
  mail: MailServer | null;
  /** The values of NOTIFY_URL and NOTIFY_SECRET; null if they are not set. */
  receiver: Receiver | null;
  /** These e-mail addresses may sign in at the desk. The desk is off if the list is empty. */
  deskEmails: string[];
  comments: CommentMode;
}

/** Returns the part of the configuration that the backend needs. */
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
      general: mailTo ?? company.email,
      career: config.mailToCareer ?? mailTo ?? company.careersEmail,
      legal: config.mailToLegal ?? mailTo ?? company.legalEmail,
    },
  };
}

/** Returns a warning for a public site that sends no mail; null if there is nothing to warn about. */
function warnOfMissingMail({ publicUrl, mailUrl }: Pick<Config, 'publicUrl' | 'mailUrl'>): string | null {
  if (mailUrl || !publicUrl.startsWith('https:')) return null;
  return 'MAIL_URL is not set: messages of visitors are stored, and nobody is told of them';
}

/** Returns a warning for a public site with sandbox payments, or null. */
function warnOfPublicSandbox(config: Pick<Config, 'publicUrl' | 'payments'>): string | null {
  if (!config.publicUrl.startsWith('https:') || paymentModeOf(config) !== 'sandbox') return null;
  return 'PAYMENTS is sandbox on a public site: anybody gets a licence without paying';
}

/** Returns a warning for a public site without a licence key, or null. */
function warnOfMissingLicenceKey({ publicUrl, licenceKey }: Pick<Config, 'publicUrl' | 'licenceKey'>): string | null {
  if (licenceKey || !publicUrl.startsWith('https:')) return null;
  return 'LICENCE_KEY is not set: trials and payments get no licence';
}

/** Returns a warning for a token that visitors cannot pay with, or null. `PAYMENTS=off` with a token is meant so. */
function warnOfUnusedToken({ payments, monobankToken }: Pick<Config, 'payments' | 'monobankToken'>): string | null {
  if (!monobankToken || payments !== null) return null;
  return 'MONOBANK_TOKEN is set and PAYMENTS is not: nobody can pay through Monobank';
}

/** Returns every warning that the operator should see at the start. */
export const startWarnings = (config: Config): string[] =>
  [
    warnOfMissingMail(config),
    warnOfMissingLicenceKey(config),
    warnOfPublicSandbox(config),
    warnOfUnusedToken(config),
  ].filter((warning) => warning !== null);
