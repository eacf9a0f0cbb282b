import { keysOf } from '#shared/keys-of.ts';
import type { Tables } from './tables.ts';

/** What a backup and the protection of personal data need to know about a table. */
interface TableFacts {
  /** The columns of the unique key. A backup reads the rows in the order of this key, one batch after another. */
  columns: string[];
  /** Whether the database generates the key. */
  counted?: true;
  /** Whether a row may have megabytes. */
  large?: true;
  /**
   * Whether rows belong to an e-mail address. desk/person-data.ts then exports and erases them, and delete-expired.ts
   * deletes them after a period of shared/retention.ts.
   */
  isPersonal?: true;
  /**
   * Whether rows let somebody sign in, or stay signed in. A backup does not contain them: a restore would sign in again
   * whoever has been signed out since.
   */
  isSignIn?: true;
}

/** All tables, in the order in which a backup stores those that it contains. */
export const tableKeys: Record<keyof Tables, TableFacts> = {
  news: { columns: ['id'] },
  news_versions: { columns: ['news_id', 'version'] },
  news_pictures: { columns: ['id'], large: true },
  comments: { columns: ['id'], counted: true },
  messages: { columns: ['id'], counted: true, large: true, isPersonal: true },
  trials: { columns: ['machine_id', 'email'], isPersonal: true },
  invoices: { columns: ['id'], isPersonal: true },
  order_states: { columns: ['id'], counted: true },
  licences: { columns: ['id'], counted: true, isPersonal: true },
  idempotency_keys: { columns: ['path', 'key'] },
  outbox: { columns: ['id'], counted: true, isPersonal: true },
  desk_links: { columns: ['hash'], isPersonal: true, isSignIn: true },
  desk_sessions: { columns: ['hash'], isPersonal: true, isSignIn: true },
  desk_attempts: { columns: ['id'], counted: true, isSignIn: true },
  desk_acts: { columns: ['id'], counted: true, isPersonal: true },
  jobs: { columns: ['name'] },
  visits: { columns: ['day', 'page', 'language', 'referrer'] },
  vitals: { columns: ['day', 'name', 'rating'] },
};

/** The names of all tables, in the same order. */
export const tableNames = keysOf(tableKeys);

/** The beginning of the event of an outbox row that is an e-mail with a link to sign in: see outbox/sign-in-link.ts. */
export const signInEventPrefix = 'desk-link:';

/**
 * Whether a backup contains a row: nobody can sign in with what is in it. Earlier releases had tables of other names,
 * which are restored too.
 */
export function isInBackup(table: string, row: Record<string, unknown>): boolean {
  const isOfSignIn = tableNames.some((name) => name === table && tableKeys[name].isSignIn);
  const event = table === 'outbox' ? row['event'] : null;
  return !isOfSignIn && !(typeof event === 'string' && event.startsWith(signInEventPrefix));
}
