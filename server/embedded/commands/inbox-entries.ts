import { messageColumns, type Message } from '../messages/messages.ts';
import { parsePurchase } from '../payments/purchase.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Database, Row } from '../storage/tables.ts';

export interface InboxEntry {
  kind: string;
  id: string;
  /** The format is ISO 8601. */
  date: string;
  from: string;
  lines: string[];
}

type Described = Omit<InboxEntry, 'kind'>;

function describeMessage({ id, date, message, ...row }: Message): Described {
  const attachment = row.attachment_name
    ? [`attachment: ${row.attachment_name} (${row.attachment_bytes} bytes), save it with --save ${id}`]
    : [];
  return {
    id: String(id),
    date,
    from: `${row.first_name} ${row.last_name} <${row.email}>${row.topic ? `, ${row.topic}` : ''}`,
    lines: [...message.split('\n'), ...attachment],
  };
}

function describeComment({ id, date, author, news_id, content, state }: Row<'comments'>): Described {
  const suffix = state === 'shown' ? '' : `, ${state}`;
  return { id: String(id), date, from: `${author}, on article ${news_id}${suffix}`, lines: content.split('\n') };
}

function describeTrial({ date, email, machine_id }: Row<'trials'>): Described {
  return { id: '', date, from: email, lines: [`machine: ${machine_id}`] };
}

function describeInvoice({ id, created, status, payload }: Row<'invoices'>): Described {
  const { email, machine, plan, amount } = parsePurchase(payload);
  return { id, date: created, from: email, lines: [`${amount}, ${status}`, `plan: ${plan}, machine: ${machine}`] };
}

/** Returns the newest entries of each kind, at most `limit` per kind. */
async function findNewest(database: Database, limit: number): Promise<InboxEntry[]> {
  const newestMessages = database.selectFrom('messages').select(messageColumns).orderBy('date', 'desc').limit(limit);
  const messages = await newestMessages.execute();
  const comments = await database.selectFrom('comments').selectAll().orderBy('date', 'desc').limit(limit).execute();
  const trials = await database.selectFrom('trials').selectAll().orderBy('date', 'desc').limit(limit).execute();
  const invoices = await database.selectFrom('invoices').selectAll().orderBy('created', 'desc').limit(limit).execute();
  return [
    ...messages.map((row) => ({ kind: 'message', ...describeMessage(row) })),
    ...comments.map((row) => ({ kind: 'comment', ...describeComment(row) })),
    ...trials.map((row) => ({ kind: 'trial', ...describeTrial(row) })),
    ...invoices.map((row) => ({ kind: 'invoice', ...describeInvoice(row) })),
  ];
}

/** Returns the data that visitors have sent, newest first: `limit` entries after the first `offset`. */
export async function readInbox(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<InboxEntry[]> {
  // The overall newest entries are among the newest of each kind.
  const entries = await findNewest(database, offset + limit);
  return entries.sort((one, other) => other.date.localeCompare(one.date)).slice(offset, offset + limit);
}

/** Returns the total number of entries. */
export async function countInbox(database: Database): Promise<number> {
  let total = 0;
  for (const table of ['messages', 'comments', 'trials', 'invoices'] as const)
    total += await countRows(database.selectFrom(table));
  return total;
}
