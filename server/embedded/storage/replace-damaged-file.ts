import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile } from './sqlite-file.ts';
import type { DatabasePlace } from './storage.ts';

/** Moves a database file together with its log files, because SQLite would apply them to another file of that name. */
async function moveDatabase(from: string, to: string): Promise<void> {
  for (const suffix of ['-wal', '-shm', '']) if (existsSync(from + suffix)) await rename(from + suffix, to + suffix);
}

/**
 * Replaces a damaged database file by one that `fill` makes in another folder. The damaged file is renamed and not
 * deleted, because a part of it may still be readable. The result of `fill` and the new path of the damaged file are
 * returned. If `fill` rejects, nothing is changed.
 */
export async function replaceDamagedFile<T>(
  dataDir: string,
  fill: (place: DatabasePlace) => Promise<T>,
): Promise<{ result: T; movedTo: string }> {
  const path = join(dataDir, databaseFile);
  const folder = await mkdtemp(`${path}.restored-`);
  try {
    const result = await fill({ dataDir: folder, databaseUrl: null });
    const movedTo = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    await moveDatabase(path, movedTo);
    await moveDatabase(join(folder, databaseFile), path);
    return { result, movedTo };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
