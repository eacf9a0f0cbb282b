import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { messageOf } from '../lib/error-facts.ts';
import { removeLeftovers } from '../lib/remove-leftovers.ts';
import { readBackup } from '../storage/backup.ts';
import { hasDatabase, noDatabaseIn, readSnapshot } from '../storage/read-snapshot.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import { answerHelp, CommandError } from '../lib/command-error.ts';

const usage = `Usage: npm run backup -- <file.jsonl.gz>   writes everything in the database into a new file`;

/** The end of the name of a backup that is not complete. */
const partSuffix = '.site-backup.part';

const toFileError = (error: unknown) => new CommandError(`The backup could not be made: ${messageOf(error)}.`);

/** Writes the whole database to a new file, to the disk. Returns the number of rows. */
async function writeRows(place: DatabasePlace, file: string): Promise<number> {
  let rows = 0;
  let fileFault: unknown;
  try {
    await readSnapshot(place, (database, dialect) => {
      async function* print() {
        for await (const line of readBackup(database, dialect)) {
          if ('rows' in line) rows = line.rows;
          yield `${JSON.stringify(line)}\n`;
        }
      }
      const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
      output.once('error', (error) => (fileFault = error));
      return pipeline(print, createGzip(), output);
    });
  } catch (error) {
    throw error === fileFault ? toFileError(error) : error;
  }
  return rows;
}

/** Gives a complete backup its name. Rejects if a file with that name exists, which `rename` alone would replace. */
async function nameBackup(part: string, file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx' });
  try {
    await rename(part, file);
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes the whole database to a file while the site runs. */
export async function runBackup(args: string[], readPlace: () => DatabasePlace): Promise<void> {
  answerHelp(usage, args);
  const [file, ...rest] = args;
  if (!file || file.startsWith('-') || rest.length > 0) throw new CommandError(usage);
  if (existsSync(file))
    throw new CommandError(`The backup was not made: ${file} exists already, and a backup overwrites no file.`);
  const place = readPlace();
  if (!hasDatabase(place)) throw new CommandError(`The backup was not made: ${noDatabaseIn(place)}`);
  // The temporary name shows that an interrupted backup is incomplete; two backups at once have different ones.
  const part = `${file}.${randomUUID()}${partSuffix}`;
  await removeLeftovers(dirname(file), (name) => name.endsWith(partSuffix));
  try {
    const rows = await writeRows(place, part);
    await nameBackup(part, file).catch((error: unknown) => {
      throw toFileError(error);
    });
    console.log(`Wrote ${rows} rows into ${file}. It contains personal data: encrypt it, and delete it in time.`);
  } finally {
    // If the partial file cannot be removed, a later backup removes it. The error of the backup itself must be printed.
    await rm(part, { force: true }).catch(() => undefined);
  }
}
