import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { PartialMessage, Plugin } from 'esbuild';
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

/** Where a piece of code stands, as esbuild prints it. */
function locate(code: string, index: number, file: string): PartialMessage['location'] {
  const lines = code.slice(0, index).split('\n');
  const line = lines.length;
  return { file, line, column: lines.at(-1)?.length ?? 0, lineText: code.split('\n')[line - 1] ?? '' };
}

type Find = (file: string) => string | undefined;

/** Replaces what `pattern` finds by what `print` makes of the address; a file that does not exist is an error with its line. */
function putAddresses(path: string, code: string, pattern: RegExp, find: Find, print: (address: string) => string) {
  const errors: PartialMessage[] = [];
  const contents = code.replace(pattern, (found: string, file: string, index: number) => {
    const address = find(file);
    if (address) return print(address);
    const text = `static/${file} does not exist`;
    errors.push({ text, location: locate(code, index, relative(root, path)) });
    return found;
  });
  return { contents, errors };
}

/**
 * Puts hashed addresses where code says `asset('file')` and styles say `url("/static/file")`. Without `addresses`, in
 * development, the code stays as it is, but files that do not exist are errors all the same. esbuild gives a file to
 * one plugin only: `amend` may add to its code.
 */
export function assetPlugin(
  addresses: Map<string, string> | null,
  amend: (source: string, path: string) => string = (source) => source,
): Plugin {
  const find: Find = (file) => {
    if (addresses) return addresses.get(file);
    return existsSync(join(root, 'static', file)) ? `/static/${file}` : undefined;
  };
  return {
    name: 'asset',
    setup(build) {
      build.onLoad({ filter: /[\\/](client|shared|server)[\\/].*\.tsx?$/ }, async ({ path }) => {
        const code = amend(await readFile(path, 'utf8'), path);
        const { contents, errors } = putAddresses(path, code, /\basset\('([^']+)'\)/g, find, (address) =>
          JSON.stringify(address),
        );
        return { contents, errors, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const { contents, errors } = putAddresses(
          path,
          code,
          /url\(["']\/static\/([^"']+)["']\)/g,
          find,
          (address) => `url("${address}")`,
        );
        // An address in any other form would stay as it is, and there is no /static in a built site.
        if (addresses && errors.length === 0 && /url\([^)]*\/static\//.test(contents))
          errors.push({ text: `${relative(root, path)}: write addresses of static files as url("/static/file")` });
        return { contents, errors, loader: 'css' };
      });
    },
  };
}
