import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { parseUnchecked } from '#server/lib/parse-json.ts';
import { root } from './root.ts';

interface Packaged {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const rule = '-'.repeat(80);

/** Returns the folders of the packages in the bundles, from the root. */
function foldersOf(metafiles: Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  const folders = inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(folders)].sort();
}

/** The fields that npm requires in the package.json of every package. */
interface Description {
  name: string;
  version: string;
  license?: string | { type: string };
}

async function readPackage(folder: string): Promise<Packaged> {
  const { name, version, license } = parseUnchecked<Description>(await readFile(join(folder, 'package.json'), 'utf8'));
  const licence = typeof license === 'string' ? license : license?.type;
  if (!licence) throw new Error(`${name} ${version} has no licence, so it must not be distributed`);
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  return { name, version, licence, text: file ? (await readFile(join(folder, file), 'utf8')).trim() : '' };
}

/** Prints every package in the bundles and every copied package, with the texts of their licences. */
export async function printLicences(metafiles: Metafile[], copied: string[]): Promise<string> {
  const folders = [...foldersOf(metafiles), ...copied]
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')));
  const packages = await Promise.all(folders.map(readPackage));
  const head = packages.map(({ name, version, licence }) => `${name} ${version}  ${licence}`).join('\n');
  const texts = packages.map(
    ({ name, version, licence, text }) =>
      `${rule}\n${name} ${version}\n${rule}\n\n${text || `${licence}, by the package’s own description.`}\n`,
  );
  return `Packages in this site, with their licences.\n\n${head}\n\n${texts.join('\n')}`;
}
