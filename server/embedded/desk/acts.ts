import type { Database, Row } from '../storage/tables.ts';

/** What may be done at the desk; the keys of `acts.names` in locales/<language>/desk.json. */
export const actNames = [
  'sign-in',
  'sign-out',
  'sign-out-everywhere',
  'message-answered',
  'message-reopened',
  'message-deleted',
  'attachment-read',
  'comment-approved',
  'comment-hidden',
  'comment-deleted',
  'orders-exported',
  'person-exported',
  'person-erased',
  'letter-sent-again',
  'licence-sent',
  'licence-revoked',
  'refund-asked',
  'article-saved',
  'article-published',
  'article-unpublished',
  'article-deleted',
  'picture-stored',
] as const;
export type ActName = (typeof actNames)[number];

/** Who acts by a command and not at the desk. */
export const commandLine = 'command';

/** Who acts, and when. */
export interface Actor {
  /** An e-mail address, or `commandLine`. */
  who: string;
  /** In milliseconds since 1970. */
  now: number;
}

/** Adds a line to the log of acts, in the transaction of the act itself. `subject` is an id, never personal data. */
export async function recordAct(
  database: Database,
  { who, now, act, subject = '' }: Actor & { act: ActName; subject?: string },
): Promise<void> {
  await database
    .insertInto('desk_acts')
    .values({ at: new Date(now).toISOString(), who, act, subject })
    .execute();
}

/** The newest acts: `limit` of them after the first `offset`. */
export const findActs = (
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row<'desk_acts'>[]> =>
  database.selectFrom('desk_acts').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
