import { emailOf, findOutboxRow, type OutboxRow } from '../outbox/outbox.ts';
import { hasDatabase, readSnapshot } from '../storage/read-snapshot.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { CommandError, parseArguments } from '../lib/command-error.ts';
import { parseId } from '../lib/parse-id.ts';
import { defaultLimit, isCount, plural, toTerminalLine, toTerminalText } from '../lib/terminal.ts';

const usage = `Usage: npm run mail                   lists the newest ${defaultLimit} e-mails and calls with their state: sent,
                                      kept (there was no mail server), pending or failed
       npm run mail -- --limit 200    lists another number of them
       npm run mail -- --show <id>    shows one`;

/** The names of rows that are not e-mails. */
const names: Partial<Record<OutboxRow['kind'], string>> = {
  call: 'a call to NOTIFY_URL',
  refund: 'the refund of an order',
};

function printRow({ id, created, state, kind, recipient, payload, attempts, error }: OutboxRow): string {
  const date = new Date(created).toISOString().slice(0, 16).replace('T', ' ');
  const what = names[kind] ?? `${recipient}: ${emailOf({ payload }).subject}`;
  const head = `${date}  ${state.padEnd(8)} ${String(id).padStart(5)}  ${toTerminalLine(what)}`;
  return error === null
    ? head
    : `${head}\n${' '.repeat(18)}after ${plural(attempts, 'attempt')}: ${toTerminalLine(error)}`;
}

async function list(database: Database, limit: number): Promise<void> {
  const rows = await database.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute();
  if (rows.length === 0) console.log('No e-mail has been written yet.');
  else console.log('written (UTC)     state       id  to');
  for (const row of rows) console.log(printRow(row));
}

async function show(database: Database, id: number): Promise<void> {
  const row = await findOutboxRow(database, id);
  if (!row) throw new CommandError(`There is no e-mail ${id}.`);
  if (names[row.kind]) {
    console.log(toTerminalText(row.payload));
    return;
  }
  const { to, replyTo, subject, text } = emailOf(row);
  const head = [`To: ${to}`, ...(replyTo ? [`Reply-To: ${replyTo}`] : []), `Subject: ${subject}`];
  console.log(toTerminalText(`${head.join('\n')}\n\n${text}`));
}

/** Prints the e-mails that the embedded backend has sent or stored. */
export async function runMail(args: string[], readPlace: () => DatabasePlace): Promise<void> {
  const { values } = parseArguments(usage, {
    args,
    options: { limit: { type: 'string', default: String(defaultLimit) }, show: { type: 'string' } },
  });
  const { limit, show: idText } = values;
  const id = parseId(idText);
  if (!isCount(limit) || (idText !== undefined && id === null)) throw new CommandError(usage);
  const place = readPlace();
  if (!hasDatabase(place)) {
    console.log(`No e-mail has been written yet: there is no database in ${place.dataDir}.`);
    return;
  }
  await readSnapshot(place, (database) => (id === null ? list(database, Number(limit)) : show(database, id)));
}
