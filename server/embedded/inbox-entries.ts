import type { DatabaseSync } from 'node:sqlite';
import { currencyOf } from '#shared/plans.ts';

export interface InboxEntry {
  kind: string;
  id: string;
  /** ISO. */
  date: string;
  from: string;
  lines: string[];
}

type Row = Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function describeMessage(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const attachment = row['attachment_name']
    ? [
        `attachment: ${textOf(row['attachment_name'])} (${textOf(row['attachment_bytes'])} bytes), save it with --save ${textOf(row['id'])}`,
      ]
    : [];
  return {
    from: `${textOf(row['first_name'])} ${textOf(row['last_name'])} <${textOf(row['email'])}>`,
    lines: [...textOf(row['message']).split('\n'), ...attachment],
  };
}

function describeComment(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  return {
    from: `${textOf(row['author'])}, on article ${textOf(row['news_id'])}`,
    lines: textOf(row['content']).split('\n'),
  };
}

function describeTrial(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  return { from: textOf(row['email']), lines: [`machine: ${textOf(row['machine_id'])}`] };
}

/** A caller may send any text as reference: one that is not JSON is shown as it is, and does not stop the list. */
function readReference(reference: string | undefined): Row {
  try {
    return (JSON.parse(reference ?? '') ?? {}) as Row;
  } catch {
    return { plan: reference };
  }
}

/** What is to be paid stands in the stored body of the call; its amount is in minor units. */
function describeInvoice(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const {
    amount = 0,
    ccy = 0,
    merchantPaymInfo,
  } = JSON.parse(textOf(row['payload'])) as {
    amount?: number;
    ccy?: number;
    merchantPaymInfo?: { reference?: string; customerEmails?: string[] };
  };
  const { plan, machine_id: machine } = readReference(merchantPaymInfo?.reference);
  return {
    from: merchantPaymInfo?.customerEmails?.join(', ') ?? '',
    lines: [
      `${(amount / 100).toFixed(2)} ${currencyOf(ccy) ?? ccy}, ${textOf(row['status'])}`,
      `plan: ${textOf(plan)}, machine: ${textOf(machine)}`,
    ],
  };
}

const tables = [
  {
    table: 'messages',
    kind: 'message',
    describe: describeMessage,
    date: 'date',
    columns: 'id, date, first_name, last_name, email, message, attachment_name, length(attachment) AS attachment_bytes',
  },
  { table: 'comments', kind: 'comment', describe: describeComment, date: 'date', columns: '*' },
  { table: 'trials', kind: 'trial', describe: describeTrial, date: 'date', columns: '*' },
  {
    table: 'invoices',
    kind: 'invoice',
    describe: describeInvoice,
    date: 'created',
    columns: 'id, created AS date, status, payload',
  },
];

/**
 * What visitors have sent, newest first: `limit` entries after the first `offset`. A table that an older database does
 * not have is left out.
 */
export function readInbox(database: DatabaseSync, { limit, offset }: { limit: number; offset: number }): InboxEntry[] {
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  const entries = tables
    .filter(({ table }) => exists.get(table))
    .flatMap(({ table, kind, describe, columns, date }) => {
      // The newest of all are among the newest of each table.
      const newest = database.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${date} DESC LIMIT ?`);
      return (newest.all(offset + limit) as Row[]).map((row) => ({
        kind,
        id: textOf(row['id']),
        date: textOf(row['date']),
        ...describe(row),
      }));
    });
  return entries.sort((one, other) => other.date.localeCompare(one.date)).slice(offset, offset + limit);
}

/** How many entries there are in all. */
export function countInbox(database: DatabaseSync): number {
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  return tables
    .filter(({ table }) => exists.get(table))
    .map(({ table }) => Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']))
    .reduce((sum, count) => sum + count, 0);
}
