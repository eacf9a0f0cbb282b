import { keysOf } from '#shared/keys-of.ts';
import type { Tables } from './tables.ts';

/** The unique key of a table, by which a backup pages through its rows. */
interface TableKeys {
  columns: string[];
  /** Whether the database generates the key. */
  counted?: true;
  /** Whether a row may have megabytes. */
  large?: true;
}

/** All tables, in the order in which a backup stores them. */
export const tableKeys: Record<keyof Tables, TableKeys> = {
  news: { columns: ['id'] },
  news_versions: { columns: ['news_id', 'version'] },
  news_pictures: { columns: ['id'], large: true },
  comments: { columns: ['id'], counted: true },
  messages: { columns: ['id'], counted: true, large: true },
  trials: { columns: ['machine_id', 'email'] },
  invoices: { columns: ['id'] },
  order_states: { columns: ['id'], counted: true },
  licences: { columns: ['id'], counted: true },
  idempotency_keys: { columns: ['path', 'key'] },
  outbox: { columns: ['id'], counted: true },
  desk_links: { columns: ['hash'] },
  desk_sessions: { columns: ['hash'] },
  desk_attempts: { columns: ['id'], counted: true },
  desk_acts: { columns: ['id'], counted: true },
  jobs: { columns: ['name'] },
  visits: { columns: ['day', 'page', 'language', 'referrer'] },
  vitals: { columns: ['day', 'name', 'rating'] },
};

/** The names of all tables, in the same order. */
export const tableNames = keysOf(tableKeys);
