import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { OrderState } from '#shared/order-states.ts';
import type {
  AuditLogTable,
  DeskAttemptsTable,
  DeskLinksTable,
  DeskSessionsTable,
  VisitsTable,
  VitalsTable,
} from './desk-tables.ts';
import type { NewsPicturesTable, NewsTable, NewsVersionsTable } from './news-tables.ts';

/**
 * All tables of the backend, the same in SQLite and in PostgreSQL. A column that is added in migrations.ts must be
 * added here, in desk-tables.ts or in news-tables.ts. Times are ISO 8601 in UTC unless the comment of the column says
 * milliseconds; booleans are 1 and 0.
 */
export interface Tables {
  news: NewsTable;
  news_versions: NewsVersionsTable;
  news_pictures: NewsPicturesTable;
  comments: CommentsTable;
  messages: MessagesTable;
  trials: TrialsTable;
  invoices: InvoicesTable;
  order_states: OrderStatesTable;
  licences: LicencesTable;
  idempotency_keys: IdempotencyKeysTable;
  outbox: OutboxTable;
  desk_links: DeskLinksTable;
  desk_sessions: DeskSessionsTable;
  desk_attempts: DeskAttemptsTable;
  desk_acts: AuditLogTable;
  jobs: JobsTable;
  visits: VisitsTable;
  vitals: VitalsTable;
}

interface CommentsTable {
  id: Generated<number>;
  news_id: string;
  author: string;
  content: string;
  date: string;
  state: Generated<CommentState>;
  /** The Suspicion for which the comment is held; null if nothing is suspicious. */
  suspicion: string | null;
  /** The time when it was last hidden; null if it never was, or in an earlier release. */
  hidden_at: string | null;
  /** A hash by which repeated texts are found; null for short texts and for comments of earlier releases. */
  content_hash: string | null;
}

/** The API returns only comments in the state `shown`. */
export type CommentState = 'shown' | 'held' | 'hidden';

interface MessagesTable {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  message: string;
  date: string;
  attachment_name: string | null;
  attachment: Uint8Array | null;
  /** The tab of the form and the language of the page; null if the sender named none. */
  topic: string | null;
  language: string | null;
  /** The times when the message was first opened at the desk and when it was marked as answered. */
  read_at: string | null;
  answered_at: string | null;
  /** The time when it was last marked as not answered; null if it never was. */
  reopened_at: string | null;
}

interface TrialsTable {
  machine_id: string;
  email: string;
  date: string;
}

/** Each row is an order: the amount to pay and the state of its payment. */
interface InvoicesTable {
  id: string;
  status: OrderState;
  /** The body of POST /api/monopay/invoice/create. */
  payload: string;
  created: string;
  /** The time of the last change of the row, by this computer's clock. */
  modified: string;
  /** `transfer`: by bank transfer, which the staff have recorded. */
  provider: Generated<'sandbox' | 'monobank' | 'transfer'>;
  /** The id of the invoice at the payment provider; null until Monobank has responded, and without a provider. */
  provider_id: string | null;
  /** The address of the payment page; null like `provider_id`. */
  page_url: string | null;
  /** The id of the expired order that this one replaces. */
  follows: string | null;
  /** The `modifiedDate` of the last applied report, by the provider's clock. */
  reported: string | null;
  /** The reason why the payment failed, as the provider gives it. */
  reason: string | null;
  /** The plan, the computer and the buyer; null in orders that are older than these columns. */
  plan: string | null;
  machine_id: string | null;
  email: string | null;
  language: string | null;
  /** The time of the next status request to the provider, in milliseconds since 1970; null if none is due. */
  ask_at: number | null;
}

/** Each row is one state that an order has had. */
interface OrderStatesTable {
  id: Generated<number>;
  order_id: string;
  state: OrderState;
  /** The time when the state was stored, by this computer's clock. */
  at: string;
  /** The `modifiedDate` of the provider's report, by its clock; null if the state did not come from a report. */
  reported: string | null;
  /** The reason why the payment failed, as the provider gives it. */
  reason: string | null;
}

/** Licences of trials and payments. The signed text is stored as it was sent; the signing keys are never stored. */
interface LicencesTable {
  id: Generated<number>;
  /** The id of the paid order; null for a trial. */
  order_id: string | null;
  product: string;
  plan: string;
  machine_id: string;
  email: string;
  language: string | null;
  issued: string;
  /** The beginning of its term, or of what remains of its term after a move; null in rows of the previous release. */
  begins: string | null;
  expires: string;
  /** The time of the revocation, after a refund or by staff; null if the licence was not revoked. */
  revoked: string | null;
  key_id: string;
  licence: string;
}

interface IdempotencyKeysTable {
  path: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  /** The unit is milliseconds since 1970. */
  created: number;
}

/**
 * E-mails, calls to NOTIFY_URL and refunds to send. A row is written in the transaction of its cause and sent
 * afterwards.
 */
interface OutboxTable {
  id: Generated<number>;
  /** The unique name of the event, so that nothing is sent twice for one event. */
  event: string;
  /**
   * `call` is a notification to NOTIFY_URL; `refund` is a request to the payment provider to refund an order. Every other value
   * is an e-mail: the previous release stores e-mails as `letter`, and may still run during an upgrade.
   */
  kind: 'email' | 'call' | 'refund';
  /** `kept` is an e-mail that is stored and not sent, because there is no mail server. */
  state: 'pending' | 'sent' | 'failed' | 'kept';
  /** An e-mail address; empty for a notification and a refund. */
  recipient: string;
  /** The value is an Email, a Notification or a Refund in JSON. */
  payload: string;
  /** The id of the message whose attachment is sent with the e-mail. */
  message_id: number | null;
  /** The unit of this column and the next two is milliseconds since 1970. */
  created: number;
  /** The time of the next attempt. */
  due: number;
  /** Only one process may send the row until this time; 0 if no process has claimed it. */
  claimed_until: number;
  attempts: number;
  /** The error of the last attempt. */
  error: string | null;
}

/** Jobs that only one process runs at a time. */
interface JobsTable {
  name: string;
  /** The time of the last run, in milliseconds since 1970. */
  done: number;
}

/** The query interface of a read connection, or of a write transaction. */
export type Database = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
