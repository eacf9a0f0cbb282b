import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or folder that has not changed for this time does not belong to a process that still runs, in milliseconds. */
const minUnchangedMs = 24 * 3_600_000;

/**
 * Removes temporary files and folders that killed processes have left in a folder. What cannot be removed stays, because
 * it does no harm to the task of the caller.
 */
export async function removeLeftovers(folder: string, isTemporary: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isTemporary)) {
    const path = join(folder, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (Date.now() - changed > minUnchangedMs) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
