import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { codeOf, messageOf } from '../error-facts.ts';
import { readSnapshot } from '../storage/read-snapshot.ts';
import { databaseFile } from '../storage/sqlite-file.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { countInbox, readInbox, type InboxEntry } from './inbox-entries.ts';
import { defaultLimit, isCount, toTerminalLine } from './terminal.ts';

const usage = `Usage: npm run inbox                             lists the newest ${defaultLimit} entries
       npm run inbox -- --limit 20 --page 2     lists another number of them, and the ones before
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

async function list(database: Database, { limit, page }: Paging): Promise<number> {
  const total = await countInbox(database);
  if (total === 0) {
    console.log('Nothing has come in yet: the inbox is empty.');
    return 0;
  }
  const entries = await readInbox(database, { limit, offset: (page - 1) * limit });
  if (entries.length > 0) console.log('received (UTC)    what        id  from');
  for (const entry of entries) console.log(printEntry(entry));
  const pages = Math.ceil(total / limit);
  if (pages > 1) console.log(`Page ${page} of ${pages}, ${total} entries in all. Another page: --page <number>`);
  return 0;
}

async function save(database: Database, id: string | undefined, file: string | undefined): Promise<number> {
  if (!id || !/^\d+$/.test(id)) {
    console.error(usage);
    return 1;
  }
  const row = await database
    .selectFrom('messages')
    .select(['attachment_name as name', 'attachment as content'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
  const { name = null, content = null } = row ?? {};
  if (!content) {
    console.error(row ? `Message ${id} has no attachment.` : `There is no message ${id}.`);
    return 1;
  }
  // A visitor has chosen the name, so it must not lead out of this folder or replace a file.
  const target = file ?? (basename(toTerminalLine(name ?? '')).replace(/^\.+/, '') || `attachment-${id}.pdf`);
  try {
    writeFileSync(target, content, { flag: 'wx' });
  } catch (error) {
    const exists = codeOf(error) === 'EEXIST';
    console.error(
      exists ? `${target} exists already: name another file.` : `${target} could not be written: ${messageOf(error)}`,
    );
    return 1;
  }
  console.log(`Saved ${target} (${content.length} bytes).`);
  return 0;
}

interface Command extends Paging {
  save: { id: string | undefined; file: string | undefined } | null;
}

/** Returns null if the arguments are not valid. */
function parseArguments(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        limit: { type: 'string', default: String(defaultLimit) },
        page: { type: 'string', default: '1' },
        save: { type: 'string' },
      },
    });
    const [file, ...rest] = positionals;
    if (!isCount(values.limit) || !isCount(values.page) || rest.length > 0) return null;
    if (values.save === undefined && file !== undefined) return null;
    const save = values.save === undefined ? null : { id: values.save, file };
    return { limit: Number(values.limit), page: Number(values.page), save };
  } catch {
    return null;
  }
}

/** Prints the data that the embedded backend has received. Returns the exit code. */
export async function runInbox(args: string[], place: DatabasePlace): Promise<number> {
  const command = parseArguments(args);
  if (!command) {
    console.error(usage);
    return 1;
  }
  const path = join(place.dataDir, databaseFile);
  if (!place.databaseUrl && !existsSync(path)) {
    console.log(
      `Nothing has come in yet: there is no ${path}. Start the site first, or set DATA_DIR to where its data is.`,
    );
    return 0;
  }
  try {
    return await readSnapshot(place, (database) =>
      command.save ? save(database, command.save.id, command.save.file) : list(database, command),
    );
  } catch (error) {
    console.error(`${place.databaseUrl ? 'The database' : path} cannot be read: ${messageOf(error)}.`);
    return 1;
  }
}
