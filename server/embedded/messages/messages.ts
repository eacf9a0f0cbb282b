import { sql } from 'kysely';
import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { messageEvents } from '../outbox/notify-of-message.ts';
import { batchesOf } from '../storage/batches.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Database, Row } from '../storage/tables.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import { contains } from '../storage/search.ts';

/** A message without the content of its attachment. */
export type Message = Omit<Row<'messages'>, 'attachment' | 'reopened_at'> & { attachment_bytes: number | null };

export interface MessageFilter {
  topic?: Topic | 'none' | undefined;
  /** Each word must occur in the name, the e-mail address or the text. */
  search?: string | undefined;
  /** The format is ISO 8601. */
  since?: string | undefined;
}

/** The columns of a message, with the size of its attachment in place of the content, which may have megabytes. */
export const messageColumns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'message',
  'date',
  'attachment_name',
  'topic',
  'language',
  'read_at',
  'answered_at',
  sql<number | null>`length(attachment)`.as('attachment_bytes'),
] as const;

const searchedText = sql<string>`first_name || ' ' || last_name || ' ' || email || ' ' || message`;

function filtered(database: Database, { topic, search, since }: MessageFilter) {
  let query = database.selectFrom('messages');
  if (topic === 'none') query = query.where('topic', 'is', null);
  else if (topic) query = query.where('topic', '=', topic);
  if (since) query = query.where('date', '>=', since);
  if (search) query = query.where(contains(searchedText, search));
  return query;
}

/**
 * Returns messages, unread ones first and then the newest first: `limit` of them after the first `offset`, and the
 * total number.
 */
export async function findMessages(
  database: Database,
  filter: MessageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Message[]; total: number }> {
  const total = await countRows(filtered(database, filter));
  const rows = await filtered(database, filter)
    .select(messageColumns)
    .orderBy(sql`CASE WHEN read_at IS NULL THEN 0 ELSE 1 END`)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total };
}

/** Returns a message, or undefined. */
export const findMessage = (database: Database, id: number): Promise<Message | undefined> =>
  database.selectFrom('messages').select(messageColumns).where('id', '=', id).executeTakeFirst();

/** Marks a message as read for all staff. */
export async function markRead(database: Database, id: number, now: number): Promise<void> {
  await database
    .updateTable('messages')
    .set({ read_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute();
}

/**
 * Marks a message as answered, or not. An answered message counts as read. Returns false if there is no such message.
 */
export async function markAnswered(
  database: Database,
  id: number,
  { answered, who, now }: Actor & { answered: boolean },
): Promise<boolean> {
  const message = await findMessage(database, id);
  if (!message) return false;
  await markRead(database, id, now);
  // A second click changes nothing: the retention period would begin again.
  if ((message.answered_at !== null) === answered) return true;
  const at = new Date(now).toISOString();
  const change = answered ? { answered_at: at } : { answered_at: null, reopened_at: at };
  await database.updateTable('messages').set(change).where('id', '=', id).execute();
  await logAction(database, {
    who,
    action: answered ? 'message-answered' : 'message-reopened',
    subject: String(id),
    now,
  });
  return true;
}

/** Deletes messages and the e-mails about them, at the desk, by retention or for an erasure. */
export async function removeMessages(database: Database, ids: readonly number[]): Promise<void> {
  for (const batch of batchesOf(ids)) {
    await database.deleteFrom('outbox').where('event', 'in', batch.flatMap(messageEvents)).execute();
    await database.deleteFrom('messages').where('id', 'in', batch).execute();
  }
}

/** Deletes a message. Returns false if there is none. */
export async function deleteMessage(database: Database, id: number, { who, now }: Actor): Promise<boolean> {
  if (!(await findMessage(database, id))) return false;
  await removeMessages(database, [id]);
  await logAction(database, { who, action: 'message-deleted', subject: String(id), now });
  return true;
}

/** Parses a topic from an address or a command; returns undefined for anything else. */
export const parseTopic = (text: string | null | undefined): MessageFilter['topic'] =>
  text === 'none' || isTopic(text) ? text : undefined;
