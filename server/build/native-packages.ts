import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';

/** The library that reads uploaded pictures, for the platform of this computer, and the shared library that it loads. */
const folder = 'node_modules/@img';
const isNative = (name: string) => /^sharp-(libvips-)?(linux|linuxmusl|darwin|win32)-/.test(name);

/**
 * Copies packages with native parts beside the bundle, in the folders where they expect each other; answers their
 * folders below the root. A library that stays a file of its own can be replaced: the LGPL of libvips requires that.
 */
export async function copyNativePackages(dist: string): Promise<string[]> {
  const names = (await readdir(join(root, folder))).filter(isNative);
  await Promise.all(
    names.map((name) =>
      cp(join(root, folder, name), join(dist, 'server', folder, name), {
        recursive: true,
        filter: (path) => !path.endsWith('glib-2.0'),
      }),
    ),
  );
  return names.map((name) => `${folder}/${name}`);
}
