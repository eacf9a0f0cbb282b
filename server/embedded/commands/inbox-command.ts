import { basename } from 'node:path';
import { writePrivateFile } from '../lib/write-private-file.ts';
import { hasDatabase, noDatabaseIn, readSnapshot } from '../storage/read-snapshot.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { CommandError, parseArguments } from '../lib/command-error.ts';
import { countInbox, readInbox, type InboxEntry } from './inbox-entries.ts';
import { parseId } from '../lib/parse-id.ts';
import { defaultLimit, isCount, toTerminalLine } from '../lib/terminal.ts';

const usage = `Usage: npm run inbox                             lists the newest ${defaultLimit} entries
       npm run inbox -- --limit 20 --page 2     shows page 2, with 20 entries on a page; page 1 has the newest
       npm run inbox -- --save <id> [file]      saves the attachment of a message`;

function printEntry({ kind, id, date, from, lines }: InboxEntry): string {
  const head = `${date.slice(0, 16).replace('T', ' ')}  ${kind.padEnd(8)} ${id.padStart(5)}  ${toTerminalLine(from)}`;
  return [head, ...lines.map((line) => `${' '.repeat(18)}${toTerminalLine(line)}`)].join('\n');
}

interface Paging {
  limit: number;
  /** Pages count from 1. */
  page: number;
}

async function list(database: Database, { limit, page }: Paging): Promise<void> {
  const total = await countInbox(database);
  if (total === 0) {
    console.log('Nothing has come in yet: the inbox is empty.');
    return;
  }
  const pages = Math.ceil(total / limit);
  if (page > pages) throw new CommandError(`There is no page ${page}, only ${pages}: ${total} entries in all.`);
  const entries = await readInbox(database, { limit, offset: (page - 1) * limit });
  console.log('received (UTC)    what        id  from');
  for (const entry of entries) console.log(printEntry(entry));
  if (pages > 1) console.log(`Page ${page} of ${pages}, ${total} entries in all. Another page: --page <number>`);
}

interface SaveArguments {
  id: number;
  /** Undefined if the file is to have the name of the attachment. */
  file: string | undefined;
}

async function saveAttachment(database: Database, { id, file }: SaveArguments): Promise<void> {
  const row = await database
    .selectFrom('messages')
    .select(['attachment_name as name', 'attachment as content'])
    .where('id', '=', id)
    .executeTakeFirst();
  const { name = null, content = null } = row ?? {};
  if (!content) throw new CommandError(row ? `Message ${id} has no attachment.` : `There is no message ${id}.`);
  // A visitor has chosen the name, so it must not lead out of this folder or replace a file.
  const target = file ?? (basename(toTerminalLine(name ?? '')).replace(/^\.+/, '') || `attachment-${id}.pdf`);
  writePrivateFile(target, content);
  console.log(`Saved ${target} (${content.length} bytes).`);
}

interface InboxArguments extends Paging {
  save: SaveArguments | null;
}

function readArguments(args: string[]): InboxArguments {
  const { values, positionals } = parseArguments(usage, {
    args,
    allowPositionals: true,
    options: {
      limit: { type: 'string', default: String(defaultLimit) },
      page: { type: 'string', default: '1' },
      save: { type: 'string' },
    },
  });
  const [file, ...rest] = positionals;
  if (!isCount(values.limit) || !isCount(values.page) || rest.length > 0) throw new CommandError(usage);
  if (values.save === undefined && file !== undefined) throw new CommandError(usage);
  const paging = { limit: Number(values.limit), page: Number(values.page) };
  if (values.save === undefined) return { ...paging, save: null };
  const id = parseId(values.save);
  if (id === null) throw new CommandError(usage);
  return { ...paging, save: { id, file } };
}

/** Prints the data that the embedded backend has received, or saves the attachment of a message. */
export async function runInbox(args: string[], readPlace: () => DatabasePlace): Promise<void> {
  const { save, ...paging } = readArguments(args);
  const place = readPlace();
  if (!hasDatabase(place)) throw new CommandError(`Nothing has come in yet: ${noDatabaseIn(place)}`);
  await readSnapshot(place, (database) => (save ? saveAttachment(database, save) : list(database, paging)));
}
