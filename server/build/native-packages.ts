import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';

/** npm installs sharp here for the platform of this computer, with libvips, the shared library that sharp loads. */
const folder = 'node_modules/@img';
const isNative = (name: string) => /^sharp-(libvips-)?(linux|linuxmusl|darwin|win32)-/.test(name);

/**
 * Copies packages with native code into the folders beside the bundle where Node and the packages search for them;
 * returns the folders of the packages, relative to the root. libvips stays a separate file that can be replaced, as its
 * licence, the LGPL, requires.
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
