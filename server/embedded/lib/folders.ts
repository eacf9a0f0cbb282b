import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the pictures and texts that are part of the site. */
export interface Folders {
  picturesDir: string;
  localesDir: string;
}

/** Pictures and texts are beside dist/server in the build, and in two folders of the project in the sources. */
export function findFolders(): Folders {
  const dist = join(import.meta.dirname, '..');
  if (existsSync(join(dist, 'manifest.json')))
    return { picturesDir: join(dist, 'news'), localesDir: join(dist, 'locales') };
  const root = join(import.meta.dirname, '../../..');
  return { picturesDir: join(root, 'static/news'), localesDir: join(root, 'locales') };
}
