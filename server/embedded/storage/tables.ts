import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { Rating, VitalName } from '#shared/contracts/vitals.ts';
import type { OrderState } from '#shared/order-states.ts';
import type { NewsPicturesTable, NewsTable, NewsVersionsTable } from './news-tables.ts';

/**
 * Every table of the backend, the same in SQLite and in PostgreSQL. migrations.ts makes them; a column that is added
 * there is added here, or in news-tables.ts. Moments are ISO 8601 in UTC as a text, unless the column's comment says
 * milliseconds; yes and no are 1 and 0.
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
  desk_acts: DeskActsTable;
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
  /** Why it waits although comments are open, a Suspicion; null where nothing is suspicious. */
  suspicion: string | null;
}

/** Only what is `shown` is answered to visitors. */
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
  /** The tab of the form and the language of the page; null where the sender has named none. */
  topic: string | null;
  language: string | null;
  /** When somebody opened it at the desk, and when it was marked as answered. */
  read_at: string | null;
  answered_at: string | null;
}

interface TrialsTable {
  machine_id: string;
  email: string;
  date: string;
}

/** An order: what was to be paid, and what is known of its payment. */
interface InvoicesTable {
  id: string;
  status: OrderState;
  /** The body of POST /api/monopay/invoice/create. */
  payload: string;
  created: string;
  /** When the row was last changed, by this computer's clock. */
  modified: string;
  provider: Generated<'sandbox' | 'monobank'>;
  /** What the provider calls it; null until the provider has answered, and for the sandbox. */
  provider_id: string | null;
  /** Where it is paid; null like `provider_id`. */
  page_url: string | null;
  /** The order that could not be paid any more when this one took its place. */
  follows: string | null;
  /** The `modifiedDate` of the last report that was applied, by the provider's clock. */
  reported: string | null;
  /** Why the payment failed, in the provider's words. */
  reason: string | null;
  /** What is bought, for which computer and by whom; null in orders of a time before these columns. */
  plan: string | null;
  machine_id: string | null;
  email: string | null;
  language: string | null;
  /** When the provider is asked for its state, in milliseconds since 1970; null where nothing more is expected of it. */
  ask_at: number | null;
}

/** Every state that an order has had, one row for each. */
interface OrderStatesTable {
  id: Generated<number>;
  order_id: string;
  state: OrderState;
  /** When it was stored, by this computer's clock. */
  at: string;
  /** The `modifiedDate` of the report that said it, by the provider's clock; null where no report did. */
  reported: string | null;
  /** Why the payment failed, in the provider's words. */
  reason: string | null;
}

/** What was given for a trial or a payment. The signed text is stored as it was sent; the keys are not stored at all. */
interface LicencesTable {
  id: Generated<number>;
  /** The paid order; null for a trial. */
  order_id: string | null;
  product: string;
  plan: string;
  machine_id: string;
  email: string;
  language: string | null;
  issued: string;
  expires: string;
  /** Since when it is not valid, because its payment was returned or somebody has ended it. */
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
  /** In milliseconds since 1970. */
  created: number;
}

/** What must be sent: written in the transaction of what causes it, and sent after it. */
interface OutboxTable {
  id: Generated<number>;
  /** What it is about, once in the table: nothing is sent twice about one event. */
  event: string;
  /** `refund`: the payment provider is asked to return the payment of an order. */
  kind: 'letter' | 'call' | 'refund';
  /** `kept`: a letter that is shown by a command and not sent, because there is no mail server. */
  state: 'pending' | 'sent' | 'failed' | 'kept';
  /** An e-mail address; empty for a call and a refund. */
  recipient: string;
  /** A Letter, a Call or a Refund, in JSON. */
  payload: string;
  /** The message whose attachment goes with the letter. */
  message_id: number | null;
  /** In milliseconds since 1970, like the two after it. */
  created: number;
  /** When it may be tried next. */
  due: number;
  /** Until then one process tries to send it, and no other one may; 0 where none does. */
  claimed_until: number;
  attempts: number;
  /** Of the last attempt. */
  error: string | null;
}

/** Links that were sent to sign in at the desk. */
interface DeskLinksTable {
  /** SHA-256 of the token in the link. */
  hash: string;
  email: string;
  /** In milliseconds since 1970. */
  created: number;
  used: number;
}

interface DeskSessionsTable {
  /** SHA-256 of the token in the cookie. */
  hash: string;
  email: string;
  /** In milliseconds since 1970. */
  created: number;
}

/** Attempts to sign in, for as long as they count. */
interface DeskAttemptsTable {
  id: Generated<number>;
  /** A hash of the address or of the client. */
  key: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** The log of acts: who has done what at the desk. */
interface DeskActsTable {
  id: Generated<number>;
  at: string;
  /** An e-mail address, or `command`. */
  who: string;
  act: string;
  /** What it was done to: an id, never personal data. */
  subject: string;
}

/** Work that one process does at a time. */
interface JobsTable {
  name: string;
  /** When it was done last, in milliseconds since 1970. */
  done: number;
}

/** How many visits a page had in a day. Nothing in it is about a visitor. */
interface VisitsTable {
  /** Such as 2026-03-01. */
  day: string;
  page: string;
  language: string;
  /** The host of another site that led here; empty where there is none. */
  referrer: string;
  count: number;
}

/** How many pages felt so to visitors in a day. */
interface VitalsTable {
  /** Such as 2026-03-01. */
  day: string;
  name: VitalName;
  rating: Rating;
  count: number;
}

/** What a query runs on: a connection for reads, or the transaction of a write. */
export type Database = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
