import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageNames, type Language } from '#shared/languages.ts';
import type { TextTree, Texts } from '#shared/text.ts';
import { bindShortWords } from '#shared/typography.ts';

export interface TextStore {
  /** Changes with any text: addresses with it are cached for ever. */
  version: string;
  area(language: Language, name: string): TextTree;
}

function glue(tree: TextTree): TextTree {
  const entries = Object.entries(tree).map(
    ([key, value]) => [key, typeof value === 'string' ? bindShortWords(value) : glue(value)] as const,
  );
  return Object.fromEntries<string | TextTree>(entries);
}

async function readLanguage(folder: string, language: Language): Promise<Map<string, TextTree>> {
  const areas = new Map<string, TextTree>();
  const files = await readdir(join(folder, language));
  for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
    const tree = JSON.parse(await readFile(join(folder, language, file), 'utf8')) as TextTree;
    areas.set(file.slice(0, -'.json'.length), language === 'ua' ? glue(tree) : tree);
  }
  return areas;
}

/** Reads locales/<language>/<area>.json, all of them, once. */
export async function readTexts(folder: string): Promise<TextStore> {
  const read = await Promise.all(languageNames.map(async (name) => [name, await readLanguage(folder, name)] as const));
  const languages = new Map(read);
  const everything = JSON.stringify(read.map(([name, areas]) => [name, [...areas]]));
  return {
    version: createHash('sha256').update(everything).digest('hex').slice(0, 10),
    area: (language, name) => languages.get(language)?.get(name) ?? {},
  };
}

/** What one page needs: its areas, the layout's, and its own lines of the `seo` texts. */
export function pageTexts(store: TextStore, language: Language, routeName: string, areas: readonly string[]): Texts {
  const texts: Texts = Object.fromEntries(areas.map((name) => [name, store.area(language, name)]));
  const seo = store.area(language, 'seo');
  const lines = [routeName, 'not-found', 'imageAlt']
    .filter((name) => name in seo)
    .map((name) => [name, seo[name] ?? ''] as const);
  texts['seo'] = Object.fromEntries<TextTree | string>(lines);
  return texts;
}
