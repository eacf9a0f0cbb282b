import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/languages.ts';
import type { AreaName, Locales } from '#shared/locales.ts';
import { policyValues } from '#shared/policy.ts';
import { fill, type TextTree } from '#shared/text.ts';

const folder = join(import.meta.dirname, '../../locales');

/** The translation files of a language by area, as they are written: nothing is filled in. */
export function readAreas(language: Language): Record<string, TextTree> {
  return Object.fromEntries(
    readdirSync(join(folder, language)).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as TextTree,
    ]),
  );
}

function fillTree(tree: TextTree, values: Record<string, string>): TextTree {
  const entries = Object.entries(tree).map(
    ([key, value]) => [key, typeof value === 'string' ? fill(value, values) : fillTree(value, values)] as const,
  );
  return Object.fromEntries<string | TextTree>(entries);
}

/** The same with the values of the policy, as the server sends them, without typography. */
export function filledAreas(language: Language): Record<string, TextTree> {
  return fillTree(readAreas(language), policyValues(language)) as Record<string, TextTree>;
}

/** The same of one area, with its keys. */
export function filledArea<Area extends AreaName>(language: Language, area: Area): Locales[Area] {
  return filledAreas(language)[area] as Locales[Area];
}
