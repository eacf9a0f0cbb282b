import type { DatabaseSync } from 'node:sqlite';

export interface InboxEntry {
  kind: string;
  id: string;
  /** ISO. */
  date: string;
  from: string;
  lines: string[];
}

type Row = Record<string, unknown>;
const said = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function describeMessage(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const attachment = row['attachment_name'] ? [`attachment: ${said(row['attachment_name'])} (${said(row['attachment_bytes'])} bytes), save it with --save ${said(row['id'])}`] : [];
  return {
    from: `${said(row['first_name'])} ${said(row['last_name'])} <${said(row['email'])}>`,
    lines: [...said(row['message']).split('\n'), ...attachment],
  };
}

function describeComment(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  return { from: `${said(row['author'])}, on article ${said(row['news_id'])}`, lines: said(row['content']).split('\n') };
}

/** A table whose columns are nobody's business here: every short value with its name. */
function describeRow({ id: _, date: _date, created_at: _created, email, ...rest }: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const values = Object.entries(rest).filter(([, value]) => said(value) !== '' && said(value).length <= 120);
  return { from: said(email), lines: values.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${said(value)}`) };
}

const tables = [
  { table: 'messages', kind: 'message', describe: describeMessage, columns: 'id, date, first_name, last_name, email, message, attachment_name, length(attachment) AS attachment_bytes' },
  { table: 'comments', kind: 'comment', describe: describeComment, columns: '*' },
  { table: 'trials', kind: 'trial', describe: describeRow, columns: '*' },
  { table: 'invoices', kind: 'invoice', describe: describeRow, columns: '*' },
];

/** Everything that visitors have sent, newest first. */
export function readInbox(database: DatabaseSync): InboxEntry[] {
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  const entries = tables.filter(({ table }) => exists.get(table)).flatMap(({ table, kind, describe, columns }) => (
    (database.prepare(`SELECT ${columns} FROM ${table}`).all() as Row[]).map((row) => ({
      kind,
      id: said(row['id']),
      date: said(row['date'] ?? row['created_at']),
      ...describe(row),
    }))
  ));
  return entries.sort((one, other) => other.date.localeCompare(one.date));
}
