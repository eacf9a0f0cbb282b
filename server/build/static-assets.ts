import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { filesBelow } from './files.ts';
import { root } from './root.ts';

/** Copies static/ under hashed names; answers the address of each file. */
export async function hashStatic(dist: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const file of await filesBelow(join(root, 'static'))) {
    if (file.startsWith('news/') || file.startsWith('root/')) continue;
    const content = await readFile(join(root, 'static', file));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const name = join('assets', dirname(file), `${basename(file, extname(file))}-${hash}${extname(file)}`);
    await mkdir(dirname(join(dist, 'client', name)), { recursive: true });
    await writeFile(join(dist, 'client', name), content);
    addresses.set(file, `/${name}`);
  }
  return addresses;
}

/**
 * Puts hashed addresses where code says `asset('file')` and styles say `url("/static/file")`. esbuild gives a file to
 * one plugin only: `amend` may add to its code.
 */
export function assetPlugin(
  addresses: Map<string, string>,
  amend: (source: string, path: string) => string = (source) => source,
): Plugin {
  const find = (file: string, from: string) => {
    const address = addresses.get(file);
    if (!address) throw new Error(`${relative(root, from)} names static/${file}, which does not exist`);
    return address;
  };
  return {
    name: 'asset',
    setup(build) {
      build.onLoad({ filter: /[\\/](client|shared|server)[\\/].*\.tsx?$/ }, async ({ path }) => {
        const code = amend(await readFile(path, 'utf8'), path);
        const contents = code.replace(/\basset\('([^']+)'\)/g, (_, file: string) => JSON.stringify(find(file, path)));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const contents = code.replace(
          /url\((["'])\/static\/([^"']+)\1\)/g,
          (_, _quote, file: string) => `url("${find(file, path)}")`,
        );
        // An address that nothing was put in place of would be asked for and not be there.
        if (/url\([^)]*\/static\//.test(contents))
          throw new Error(`${relative(root, path)} names a file in an unknown way`);
        return { contents, loader: 'css' };
      });
    },
  };
}
