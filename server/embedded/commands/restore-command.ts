import { createReadStream, existsSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { chunksOf } from '#server/http/body/chunks-of.ts';
import { parseUnchecked } from '#server/lib/parse-json.ts';
import { messageOf } from '../lib/error-facts.ts';
import type { BackupLine } from '../storage/backup.ts';
import { replaceDamagedFile } from '../storage/replace-damaged-file.ts';
import { RestoreError, restoreBackup } from '../storage/restore.ts';
import { isDamaged } from '../storage/storage-fault.ts';
import { maxDiskPauseMs } from '../storage/postgres-dialect.ts';
import { requireOwnVersion } from '../storage/read-snapshot.ts';
import { openStorage, StorageError, type DatabasePlace } from '../storage/storage.ts';
import { CommandError, parseArguments } from '../lib/command-error.ts';

const usage = `Usage: npm run restore -- <file.jsonl.gz>             fills an empty database from a backup
       npm run restore -- <file.jsonl.gz> --replace   first deletes what is in the database; if backend.sqlite is
                                                      damaged, moves that file aside`;

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

/** Rejects with a RestoreError if the file cannot be read, unpacked or parsed. */
async function* readLines(file: string): AsyncGenerator<BackupLine> {
  const unpacked = createGunzip();
  const packed = createReadStream(file);
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    // `restoreBackup` checks the kind of each line, and the database the values of a row.
    for await (const line of splitLines(chunksOf(unpacked))) yield parseUnchecked(line);
  } catch (error) {
    throw new RestoreError(`it cannot be read (${messageOf(error)})`);
  } finally {
    packed.destroy();
  }
}

async function restoreInto(place: DatabasePlace, file: string, options: { replace: boolean }): Promise<number> {
  if (!options.replace) await requireOwnVersion(place);
  // A database that is not replaced in the end must not be migrated: an earlier release may still use it.
  const storage = await openStorage({ ...place, prepare: () => Promise.resolve(), pauseMs: maxDiskPauseMs });
  try {
    return await restoreBackup(storage, () => readLines(file), options);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new CommandError(`${file} was not restored, and nothing was changed: ${messageOf(error)}.`);
  } finally {
    await storage.close();
  }
}

/** Replaces the content of the database by a backup; a damaged database file is moved aside. */
export async function runRestore(args: string[], readPlace: () => DatabasePlace): Promise<void> {
  const { values, positionals } = parseArguments(usage, {
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new CommandError(usage);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const place = readPlace();
  try {
    console.log(`Restored ${await restoreInto(place, file, values)} rows from ${file}.`);
  } catch (error) {
    if (!values.replace || !isDamaged(error instanceof StorageError ? error.cause : error)) throw error;
    const { result, movedTo } = await replaceDamagedFile(place.dataDir, (empty) => restoreInto(empty, file, values));
    console.log(`Restored ${result} rows from ${file}.`);
    console.log(`The damaged database was moved to ${movedTo}. It contains personal data: delete it in time.`);
  }
}
