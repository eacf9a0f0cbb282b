import { existsSync } from 'node:fs';
import { copyFile, link, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { removeLeftovers } from '../lib/remove-leftovers.ts';
import { databaseFile } from './sqlite-file.ts';
import type { DatabasePlace } from './storage.ts';

/** Each folder for a restored file has a name with this prefix. Staff would not choose such a name for their own copies. */
const folderPrefix = `${databaseFile}.site-restore-`;

/** The files that SQLite has beside a database file. It would apply them to another file of that name. */
const logSuffixes = ['-wal', '-shm'];

/**
 * Writes everything from the log into the database file, which can then be renamed without the log. SQLite also merges
 * the log when a database is closed, but closing does not report errors, for example that the disk is full.
 */
function mergeLog(path: string): void {
  using connection = new DatabaseSync(path);
  connection.exec('PRAGMA journal_mode = DELETE');
}

/**
 * Replaces a damaged database file by one that `fill` makes in another folder. The damaged file is renamed and not
 * deleted, because a part of it may still be readable. The result of `fill` and the new path of the damaged file are
 * returned. If `fill` rejects, nothing is changed. There is a database file at every moment, so a process that is killed
 * leaves either the damaged one, which can be restored again, or the restored one.
 */
export async function replaceDamagedFile<T>(
  dataDir: string,
  fill: (place: DatabasePlace) => Promise<T>,
): Promise<{ result: T; movedTo: string }> {
  const path = join(dataDir, databaseFile);
  await removeLeftovers(dataDir, (name) => name.startsWith(folderPrefix));
  const folder = await mkdtemp(join(dataDir, folderPrefix));
  try {
    const result = await fill({ dataDir: folder, databaseUrl: null });
    mergeLog(join(folder, databaseFile));
    const movedTo = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    const copy = join(folder, 'damaged');
    // FAT and many network disks have no links. A copy is renamed when it is complete.
    await link(path, copy).catch(() => copyFile(path, copy));
    await rename(copy, movedTo);
    for (const suffix of logSuffixes) if (existsSync(path + suffix)) await rename(path + suffix, movedTo + suffix);
    await rename(join(folder, databaseFile), path);
    return { result, movedTo };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
