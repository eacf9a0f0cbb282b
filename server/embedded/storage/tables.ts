import type { Generated, Insertable, Kysely, Selectable } from 'kysely';

/**
 * Every table of the backend, the same in SQLite and in PostgreSQL. migrations.ts makes them; a column that is added
 * there is added here. Moments are ISO 8601 in UTC as a text, unless the column's comment says milliseconds; yes and no
 * are 1 and 0.
 */
export interface Tables {
  news: NewsTable;
  seeded_news: SeededNewsTable;
  comments: CommentsTable;
  messages: MessagesTable;
  trials: TrialsTable;
  invoices: InvoicesTable;
  idempotency_keys: IdempotencyKeysTable;
}

export interface NewsTable {
  id: string;
  slug: string;
  category: string;
  date: string;
  featured: number;
  /** The article as the calls answer it, in JSON. */
  item: string;
}

/** What the site itself brought into news. */
export interface SeededNewsTable {
  id: string;
  /** Of the row as it was written; null for an article that was there before hashes were stored. */
  hash: string | null;
}

export interface CommentsTable {
  id: Generated<number>;
  news_id: string;
  author: string;
  content: string;
  date: string;
}

export interface MessagesTable {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  message: string;
  date: string;
  attachment_name: string | null;
  attachment: Uint8Array | null;
}

export interface TrialsTable {
  machine_id: string;
  email: string;
  date: string;
}

export interface InvoicesTable {
  id: string;
  status: 'created' | 'success' | 'failure';
  /** The body of POST /api/monopay/invoice/create. */
  payload: string;
  created: string;
  modified: string;
}

export interface IdempotencyKeysTable {
  path: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  /** In milliseconds since 1970. */
  created: number;
}

/** What a query runs on: a connection for reads, or the transaction of a write. */
export type Database = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
