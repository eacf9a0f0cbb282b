import { cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root, temporaryFolder, type Cleanup } from './process.ts';

const leftOut = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', 'test']);

/** The sources in a temporary folder, for tests that change or build them; node_modules is a link to the real one. */
export async function copySources(t: Cleanup, name = 'copy'): Promise<string> {
  const folder = join(await temporaryFolder(t), name);
  await cp(root, folder, { recursive: true, filter: (source) => source === root || !leftOut.has(basename(source)) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
