import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { messageOf } from '../error-facts.ts';
import { describeDatabaseError } from '../open-storage.ts';
import { readBackup } from '../storage/backup.ts';
import { readSnapshot } from '../storage/read-snapshot.ts';
import type { DatabasePlace } from '../storage/storage.ts';

const usage = `Usage: npm run backup -- <file.jsonl.gz>   writes everything in the database into a new file`;

/** Writes the whole database to a file while the site runs. Returns the exit code. */
export async function runBackup(args: string[], place: DatabasePlace): Promise<number> {
  const [file, ...rest] = args;
  if (!file || file.startsWith('-') || rest.length > 0) {
    console.error(usage);
    return 1;
  }
  // The temporary name shows that an interrupted backup is incomplete.
  const part = `${file}.part`;
  let rows = 0;
  let fileFault: unknown;
  try {
    await readSnapshot(place, (database) => {
      async function* print() {
        for await (const line of readBackup(database)) {
          if ('rows' in line) rows = line.rows;
          yield `${JSON.stringify(line)}\n`;
        }
      }
      const output = createWriteStream(part, { mode: 0o600 });
      output.once('error', (error) => (fileFault = error));
      return pipeline(print, createGzip(), output);
    });
    // Unlike rename, link fails if the target exists.
    await link(part, file);
    console.log(`Wrote ${rows} rows into ${file}. It contains personal data: encrypt it, and delete it in time.`);
    return 0;
  } catch (error) {
    // An error of the backup file is not an error of the database.
    const refusal = error === fileFault ? null : describeDatabaseError(place, error);
    console.error(refusal ?? `The backup could not be made: ${messageOf(error)}.`);
    return 1;
  } finally {
    await rm(part, { force: true });
  }
}
