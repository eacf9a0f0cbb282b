import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, posix } from 'node:path';
import type { PartialMessage, Plugin } from 'esbuild';
import { asset } from '#shared/asset.ts';
import { filesBelow } from './files.ts';
import { root } from './root.ts';

/** Copies the files of static/ under hashed names; returns the address of each file by its path in static/. */
export async function hashStatic(dist: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const file of await filesBelow(join(root, 'static'))) {
    if (file.startsWith('news/') || file.startsWith('root/')) continue;
    const content = await readFile(join(root, 'static', file));
    const digest = hash('sha256', content).slice(0, 8);
    const name = join('assets', dirname(file), `${basename(file, extname(file))}-${digest}${extname(file)}`);
    await mkdir(dirname(join(dist, 'client', name)), { recursive: true });
    await writeFile(join(dist, 'client', name), content);
    addresses.set(file, posix.join('/', name));
  }
  return addresses;
}

/** Returns the line and column of an index in the code, as esbuild prints them. */
function locate(code: string, index: number, file: string): PartialMessage['location'] {
  const lines = code.slice(0, index).split('\n');
  const line = lines.length;
  return { file, line, column: lines.at(-1)?.length ?? 0, lineText: code.split('\n')[line - 1] ?? '' };
}

type Find = (file: string) => string | undefined;

/** Replaces the matches of `pattern` by printed addresses; a file that does not exist is an error with its line. */
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
 * Replaces `asset('file')` in code and `url("/static/file")` in styles by hashed addresses. In development `addresses`
 * is null: addresses are not hashed, but a file that does not exist is an error as well. esbuild loads each file with
 * one plugin only, so `amend` is here for other changes of the code.
 */
export function assetPlugin(
  addresses: Map<string, string> | null,
  amend: (source: string, path: string) => string = (source) => source,
): Plugin {
  const find: Find = (file) => {
    if (addresses) return addresses.get(file);
    return existsSync(join(root, 'static', file)) ? asset(file) : undefined;
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
        for (const { index } of code.matchAll(/url\((?!["']\/static\/[^"']+["']\))[^)]*\/static\//g))
          errors.push({
            text: 'write addresses of static files as url("/static/file")',
            location: locate(code, index, relative(root, path)),
          });
        return { contents, errors, loader: 'css' };
      });
    },
  };
}
