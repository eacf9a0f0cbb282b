import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from './database.ts';
import { readInbox, type InboxEntry } from './inbox-entries.ts';

const usage =
  'Usage: npm run inbox                        lists what came in\n       npm run inbox -- --save <id> [file]  saves the attachment of a message';

/** What visitors wrote must not move the cursor of whoever reads it. */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

function printEntry({ kind, id, date, from, lines }: InboxEntry): string {
  const head = `${date.slice(0, 16).replace('T', ' ')}  ${kind.padEnd(8)} ${id.padStart(5)}  ${plain(from)}`;
  return [head, ...lines.map((line) => `${' '.repeat(18)}${plain(line)}`)].join('\n');
}

function list(database: DatabaseSync, dataDir: string): number {
  const entries = readInbox(database);
  if (entries.length === 0) {
    console.log(`Nothing has come in yet: the inbox under ${dataDir} is empty.`);
    return 0;
  }
  console.log('received (UTC)    what        id  from');
  for (const entry of entries) console.log(printEntry(entry));
  return 0;
}

function save(database: DatabaseSync, id: string | undefined, file: string | undefined): number {
  if (!id || !/^\d+$/.test(id)) {
    console.error(usage);
    return 1;
  }
  const row = database
    .prepare('SELECT attachment_name AS name, attachment AS content FROM messages WHERE id = ?')
    .get(Number(id));
  const { name, content } = (row ?? {}) as { name?: string | null; content?: Uint8Array | null };
  if (!content) {
    console.error(row ? `Message ${id} has no attachment.` : `There is no message ${id}.`);
    return 1;
  }
  // A visitor has chosen the name: it may not lead out of this folder, nor replace a file.
  const target = file ?? (basename(plain(name ?? '')).replace(/^\.+/, '') || `attachment-${id}.pdf`);
  try {
    writeFileSync(target, content, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    console.error(
      exists
        ? `${target} exists already: name another file.`
        : `${target} could not be written: ${(error as Error).message}`,
    );
    return 1;
  }
  console.log(`Saved ${target} (${content.length} bytes).`);
  return 0;
}

/** Reads what the embedded backend has received; answers the exit code. */
export function runInbox([command, id, file]: string[], dataDir: string): number {
  const path = join(dataDir, databaseFile);
  if (!existsSync(path)) {
    console.log(
      `Nothing has come in yet: there is no ${path}. Start the site first, or set DATA_DIR to where its data is.`,
    );
    return 0;
  }
  if (command && command !== '--save') {
    console.error(usage);
    return 1;
  }
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return command ? save(database, id, file) : list(database, dataDir);
  } catch (error) {
    console.error(`${path} cannot be read: ${(error as Error).message}`);
    return 1;
  }
}
