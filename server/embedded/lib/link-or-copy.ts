import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { codeOf } from './error-facts.ts';

/** Gives a file a second name. Rejects if a file with that name exists, which `rename` would replace. */
export async function linkOrCopy(file: string, name: string): Promise<void> {
  await link(file, name).catch(async (error: unknown) => {
    if (codeOf(error) === 'EEXIST') throw error;
    // FAT and many network disks have no links.
    await copyFile(file, name, constants.COPYFILE_EXCL);
  });
}
