import type { Tables } from './tables.ts';

/** What tells the rows of a table apart, in an order in which a backup can read them page by page. */
interface TableKeys {
  columns: string[];
  /** Whether the database counts the key up. */
  counted?: true;
  /** Whether one row may have megabytes. */
  large?: true;
}

/** Every table, in the order in which a backup stores them. */
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
