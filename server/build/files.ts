import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Returns the paths of all files in a folder and its subfolders, relative to the folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
