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
const said = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function describeMessage(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const attachment = row['attachment_name']
    ? [
        `attachment: ${said(row['attachment_name'])} (${said(row['attachment_bytes'])} bytes), save it with --save ${said(row['id'])}`,
      ]
    : [];
  return {
    from: `${said(row['first_name'])} ${said(row['last_name'])} <${said(row['email'])}>`,
    lines: [...said(row['message']).split('\n'), ...attachment],
  };
}

function describeComment(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  return {
    from: `${said(row['author'])}, on article ${said(row['news_id'])}`,
    lines: said(row['content']).split('\n'),
  };
}

function describeTrial(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  return { from: said(row['email']), lines: [`machine: ${said(row['machine_id'])}`] };
}

/** A reference may be anything that a caller made up: one that cannot be read must not hide the others. */
function readReference(reference: string | undefined): Row {
  try {
    return (JSON.parse(reference ?? '') ?? {}) as Row;
  } catch {
    return { plan: reference };
  }
}

/** What was to be paid is in the call as it came (spec.md, section 7); its amount is in minor units. */
function describeInvoice(row: Row): Pick<InboxEntry, 'from' | 'lines'> {
  const {
    amount = 0,
    ccy = 0,
    merchantPaymInfo,
  } = JSON.parse(said(row['payload'])) as {
    amount?: number;
    ccy?: number;
    merchantPaymInfo?: { reference?: string; customerEmails?: string[] };
  };
  const { plan, machine_id: machine } = readReference(merchantPaymInfo?.reference);
  return {
    from: merchantPaymInfo?.customerEmails?.join(', ') ?? '',
    lines: [
      `${(amount / 100).toFixed(2)} ${currencyOf(ccy) ?? ccy}, ${said(row['status'])}`,
      `plan: ${said(plan)}, machine: ${said(machine)}`,
    ],
  };
}

const tables = [
  {
    table: 'messages',
    kind: 'message',
    describe: describeMessage,
    columns: 'id, date, first_name, last_name, email, message, attachment_name, length(attachment) AS attachment_bytes',
  },
  { table: 'comments', kind: 'comment', describe: describeComment, columns: '*' },
  { table: 'trials', kind: 'trial', describe: describeTrial, columns: '*' },
  { table: 'invoices', kind: 'invoice', describe: describeInvoice, columns: 'id, created AS date, status, payload' },
];

/** Everything that visitors have sent, newest first. */
export function readInbox(database: DatabaseSync): InboxEntry[] {
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  const entries = tables
    .filter(({ table }) => exists.get(table))
    .flatMap(({ table, kind, describe, columns }) =>
      (database.prepare(`SELECT ${columns} FROM ${table}`).all() as Row[]).map((row) => ({
        kind,
        id: said(row['id']),
        date: said(row['date']),
        ...describe(row),
      })),
    );
  return entries.sort((one, other) => other.date.localeCompare(one.date));
}
