import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { chunksOf } from '#server/http/body/chunks-of.ts';
import { parseUnchecked } from '#server/parse-json.ts';
import { messageOf } from '../error-facts.ts';
import { describeDatabaseError } from '../open-storage.ts';
import type { BackupEnd, BackupHead, BackupRow } from '../storage/backup.ts';
import { RestoreError, restoreBackup } from '../storage/restore.ts';
import { openStorage, type DatabasePlace } from '../storage/storage.ts';

const usage = `Usage: npm run restore -- <file.jsonl.gz>             fills an empty database from a backup
       npm run restore -- <file.jsonl.gz> --replace   deletes what is in the database before`;

const lineFeed = 0x0a;

/** Splits UTF-8 text at line feeds. node:readline also splits at U+2028, which JSON strings may contain. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString('utf8');
      begun = [];
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
  const last = Buffer.concat(begun).toString('utf8');
  if (last !== '') yield last;
}

/** Rejects with errors of the disk, gzip or JSON. */
async function* readLines(file: string): AsyncGenerator<BackupHead | BackupRow | BackupEnd> {
  const unpacked = createGunzip();
  const packed = createReadStream(file);
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    // `restoreBackup` checks the kind of each line, and the database the values of a row.
    for await (const line of splitLines(chunksOf(unpacked))) yield parseUnchecked(line);
  } finally {
    packed.destroy();
  }
}

function parseArguments(args: string[]): { file: string; replace: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    const [file, ...rest] = positionals;
    return file && rest.length === 0 ? { file, replace: values.replace } : null;
  } catch {
    return null;
  }
}

/** Replaces the content of the database by a backup. Returns the exit code. */
export async function runRestore(args: string[], place: DatabasePlace): Promise<number> {
  const wanted = parseArguments(args);
  if (!wanted) {
    console.error(usage);
    return 1;
  }
  const { file, replace } = wanted;
  if (!existsSync(file)) {
    console.error(`There is no file ${file}.`);
    return 1;
  }
  try {
    const storage = await openStorage(place);
    try {
      const rows = await restoreBackup(storage, () => readLines(file), { replace });
      console.log(`Restored ${rows} rows from ${file}.`);
      return 0;
    } finally {
      await storage.close();
    }
  } catch (error) {
    const message = messageOf(error);
    const reason = error instanceof RestoreError ? message : `it cannot be read (${message})`;
    console.error(
      describeDatabaseError(place, error) ?? `${file} was not restored, and nothing was changed: ${reason}.`,
    );
    return 1;
  }
}
