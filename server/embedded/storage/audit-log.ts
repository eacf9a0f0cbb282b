import type { Database, Row } from './tables.ts';

/** The actions that are logged. They are the keys of `auditLog.names` in locales/<language>/desk.json. */
export const auditActions = [
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
  'email-sent-again',
  'licence-sent',
  'licence-moved',
  'licence-revoked',
  'refund-asked',
  'transfer-recorded',
  'article-saved',
  'article-published',
  'article-unpublished',
  'article-deleted',
  'picture-stored',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The actor of commands, which have no signed-in user. */
export const commandLine = 'command';

/** The author and the time of an action. */
export interface Actor {
  /** An e-mail address, or `commandLine`. */
  who: string;
  /** The unit is milliseconds since 1970. */
  now: number;
}

/** An entry of the audit log. */
export interface AuditEntry extends Omit<Row<'desk_acts'>, 'act'> {
  /** An AuditAction, or an action that an earlier release has logged. */
  action: string;
}

/** Selects entries; the table and its column `act` have the names of an earlier release. */
export const selectAuditEntries = (database: Database) =>
  database.selectFrom('desk_acts').select(['id', 'at', 'who', 'act as action', 'subject']);

/** Adds an entry to the audit log, in the transaction of the action. `subject` is an id, never personal data. */
export async function logAction(
  database: Database,
  { who, now, action, subject = '' }: Actor & { action: AuditAction; subject?: string },
): Promise<void> {
  await database
    .insertInto('desk_acts')
    .values({ at: new Date(now).toISOString(), who, act: action, subject })
    .execute();
}

/** Returns the newest entries: `limit` of them after the first `offset`. */
export const findAuditEntries = (
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditEntry[]> => selectAuditEntries(database).orderBy('id', 'desc').limit(limit).offset(offset).execute();
