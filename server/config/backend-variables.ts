import { paymentModes } from './payment-mode.ts';
import {
  commentModes,
  oneOf,
  optional,
  parseDatabaseUrl,
  parseEmails,
  parseHost,
  parseMailbox,
  parseMailUrl,
  parseNotifySecret,
  parseNotifyUrl,
  parseOrigin,
  parseToken,
  text,
  type Variable,
} from './values.ts';

/** The variables of the embedded backend, and of the connection to a hosted one. */
export const backendVariables = {
  backendUrl: {
    name: 'BACKEND_URL',
    fallback: '',
    parse: optional(parseOrigin),
    description:
      'The origin of the hosted backend. Without it the embedded backend answers, with its data in `DATA_DIR`.',
  },
  backendToken: {
    name: 'BACKEND_TOKEN',
    fallback: '',
    parse: optional(parseToken),
    description: 'Sent to the backend as `x-token` when a trial is started, and with every call of the desk.',
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    parse: text,
    description:
      'The folder of the SQLite database of the embedded backend (`/data` in the image). With `DATABASE_URL` it is only used for a generated licence key. Not used with `BACKEND_URL`.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    parse: optional(parseDatabaseUrl),
    description:
      'A PostgreSQL database, such as `postgres://user:password@host:5432/site?sslmode=verify-full`, in which the embedded backend stores everything instead of SQLite. Several copies may use one.',
  },
  mailUrl: {
    name: 'MAIL_URL',
    fallback: '',
    parse: optional(parseMailUrl),
    description:
      'The mail server through which the embedded backend sends e-mails, such as `smtps://user:password@mail.example.com:465`. Without it e-mails are stored and listed by `npm run mail`, but not sent. With it `MAIL_FROM` and `MAIL_TO` must be set.',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    parse: optional(parseMailbox),
    description: 'The sender of every e-mail, such as `Example <hello@example.com>`.',
  },
  mailTo: {
    name: 'MAIL_TO',
    fallback: '',
    parse: optional(parseMailbox),
    description: 'The address that receives the messages of visitors.',
  },
  mailToCareer: {
    name: 'MAIL_TO_CAREER',
    fallback: '',
    parse: optional(parseMailbox),
    description: 'The address for job applications; `MAIL_TO` when it is not set.',
  },
  mailToLegal: {
    name: 'MAIL_TO_LEGAL',
    fallback: '',
    parse: optional(parseMailbox),
    description: 'The address for legal messages; `MAIL_TO` when it is not set.',
  },
  notifyUrl: {
    name: 'NOTIFY_URL',
    fallback: '',
    parse: optional(parseNotifyUrl),
    description:
      'An address that the embedded backend calls for every new message, held comment and paid order, signed as in [Standard Webhooks](https://www.standardwebhooks.com). With it `NOTIFY_SECRET` must be set.',
  },
  notifySecret: {
    name: 'NOTIFY_SECRET',
    fallback: '',
    parse: optional(parseNotifySecret),
    description: 'The secret of these signatures: `whsec_` and 24 to 64 bytes in base64.',
  },
  payments: {
    name: 'PAYMENTS',
    fallback: '',
    parse: optional(oneOf(paymentModes)),
    description:
      'How the embedded backend takes payments: `off` (/gitl explains how to buy by e-mail), `sandbox` (payments are simulated) or `monobank`. Without it `off` where `PUBLIC_URL` is https, `sandbox` elsewhere. Not used with `BACKEND_URL`.',
  },
  licenceKey: {
    name: 'LICENCE_KEY',
    fallback: '',
    parse: optional(text),
    description:
      'The Ed25519 key that signs licences, in PEM (line breaks may be written as `\\n`) or as the path of a file; a second key in it verifies older licences. `npm run licence -- keygen` makes one. Without it a key is made in `DATA_DIR` where `PUBLIC_URL` is not https, and elsewhere there are no licences.',
  },
  monobankToken: {
    name: 'MONOBANK_TOKEN',
    fallback: '',
    parse: optional(parseToken),
    description:
      'The merchant’s token of Monobank acquiring. `PAYMENTS=monobank` needs it. With another value of `PAYMENTS` it is used only to follow and refund orders that were made earlier.',
  },
  monobankUrl: {
    name: 'MONOBANK_URL',
    fallback: 'https://api.monobank.ua',
    parse: parseOrigin,
    description: 'The origin of Monobank’s API.',
  },
  deskEmails: {
    name: 'DESK_EMAILS',
    fallback: '',
    parse: parseEmails,
    description:
      'E-mail addresses, separated by commas, that may sign in at `/desk`, where messages, comments and orders are. Empty: there is no desk. Where the backend runs alone, both sides need it.',
  },
  deskHost: {
    name: 'DESK_HOST',
    fallback: '',
    parse: optional(parseHost),
    description:
      'A host name for the desk alone, such as `desk.example.com`, with the scheme and the port of `PUBLIC_URL`. There nothing else is answered, and under every other name there is no desk. The proxy must pass it on as `Host`.',
  },
  comments: {
    name: 'COMMENTS',
    fallback: 'open',
    parse: oneOf(commentModes),
    description:
      '`open`: the embedded backend shows a new comment at once; `held`: it waits until somebody approves it; `off`: no comments are taken. A suspicious comment waits in any case.',
  },
} satisfies Record<string, Variable<unknown>>;
