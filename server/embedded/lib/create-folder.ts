import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a folder and its parents. With the option `recursive`, `mkdirSync` of Node never returns if the system
 * reports ENOENT, as in /proc.
 */
export function createFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  createFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!isFolder(folder)) throw error;
  }
}
