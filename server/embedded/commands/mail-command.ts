import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../error-facts.ts';
import { describeDatabaseError } from '../open-storage.ts';
import { emailOf, type OutboxRow } from '../outbox/outbox.ts';
import { readSnapshot } from '../storage/read-snapshot.ts';
import { databaseFile } from '../storage/sqlite-file.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { defaultLimit, isCount, toTerminalLine, toTerminalText } from './terminal.ts';

const usage = `Usage: npm run mail                   lists the newest ${defaultLimit} e-mails and calls: sent, kept, waiting, given up
       npm run mail -- --limit 200    lists another number of them
       npm run mail -- --show <id>    shows one`;

/** The names of rows that are not e-mails. */
const names: Partial<Record<OutboxRow['kind'], string>> = {
  call: 'a call to NOTIFY_URL',
  refund: 'a request to return a payment',
};

function printRow({ id, created, state, kind, recipient, payload, attempts, error }: OutboxRow): string {
  const date = new Date(created).toISOString().slice(0, 16).replace('T', ' ');
  const what = names[kind] ?? `${recipient}: ${emailOf({ payload }).subject}`;
  const head = `${date}  ${state.padEnd(8)} ${String(id).padStart(5)}  ${toTerminalLine(what)}`;
  return error === null ? head : `${head}\n${' '.repeat(18)}after ${attempts} attempts: ${toTerminalLine(error)}`;
}

async function list(database: Database, limit: number): Promise<number> {
  const rows = await database.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute();
  if (rows.length === 0) console.log('No e-mail has been written yet.');
  else console.log('written (UTC)     state       id  to');
  for (const row of rows) console.log(printRow(row));
  return 0;
}

async function show(database: Database, id: number): Promise<number> {
  const row = await database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) {
    console.error(`There is no e-mail ${id}.`);
    return 1;
  }
  if (names[row.kind]) {
    console.log(toTerminalText(row.payload));
    return 0;
  }
  const { to, replyTo, subject, text } = emailOf(row);
  const head = [`To: ${to}`, ...(replyTo ? [`Reply-To: ${replyTo}`] : []), `Subject: ${subject}`];
  console.log(toTerminalText(`${head.join('\n')}\n\n${text}`));
  return 0;
}

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

function parseArguments(args: string[]): { limit: number; id: number | null } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { limit: { type: 'string', default: String(defaultLimit) }, show: { type: 'string' } },
    });
    if (!isCount(values.limit) || (values.show !== undefined && !isId(values.show))) return null;
    return { limit: Number(values.limit), id: values.show === undefined ? null : Number(values.show) };
  } catch {
    return null;
  }
}

/** Prints the e-mails that the embedded backend has sent or stored. Returns the exit code. */
export async function runMail(args: string[], place: DatabasePlace): Promise<number> {
  const wanted = parseArguments(args);
  if (!wanted) {
    console.error(usage);
    return 1;
  }
  if (!place.databaseUrl && !existsSync(join(place.dataDir, databaseFile))) {
    console.log(`No e-mail has been written yet: there is no database in ${place.dataDir}.`);
    return 0;
  }
  const { limit, id } = wanted;
  try {
    return await readSnapshot(place, (database) => (id === null ? list(database, limit) : show(database, id)));
  } catch (error) {
    console.error(describeDatabaseError(place, error) ?? `The e-mails cannot be read: ${messageOf(error)}.`);
    return 1;
  }
}
