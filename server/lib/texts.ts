import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageNames, type Language } from '#shared/languages.ts';
import { policyValues } from '#shared/policy.ts';
import type { AreaName, Locales } from '#shared/locales.ts';
import { createText, fill, type Text, type TextTree, type Texts } from '#shared/text.ts';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { parseUnchecked } from './parse-json.ts';

export interface TextStore {
  /** A hash of all texts: addresses that contain it may be cached for ever. */
  version: string;
  area(language: Language, name: string): TextTree;
}

/** A text in the form for browsers: with the values of the policy and with non-breaking spaces. */
function typeset(text: string, language: Language): string {
  const bound = bindNumbers(fill(text, policyValues(language)));
  return language === 'ua' ? bindShortWords(bound) : bound;
}

function typesetTree(tree: TextTree, language: Language): TextTree {
  const entries = Object.entries(tree).map(
    ([key, value]) =>
      [key, typeof value === 'string' ? typeset(value, language) : typesetTree(value, language)] as const,
  );
  return Object.fromEntries<string | TextTree>(entries);
}

/** A translation file that cannot be read; the message contains the file and the fault. */
export class TextsError extends Error {
  override name = 'TextsError';
}

async function readArea(path: string, name: string): Promise<TextTree> {
  const content = await readFile(path, 'utf8');
  try {
    return parseUnchecked(content);
  } catch (error) {
    throw new TextsError(`${name}: ${describeJsonFault(content, error)}`, { cause: error });
  }
}

/** V8 reports the position of every fault except an unexpected end; that one is on the last line. */
function describeJsonFault(content: string, error: unknown): string {
  // JSON.parse throws nothing but a SyntaxError.
  const { message } = error as Error;
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? content.length);
  const line = content.slice(0, position).split('\n').length;
  return `line ${line}: ${message.replace(/ at position.*$/s, '')}`;
}

async function readLanguage(folder: string, language: Language): Promise<Record<string, TextTree>> {
  const areas: Record<string, TextTree> = {};
  const files = await readdir(join(folder, language));
  for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
    const tree = await readArea(join(folder, language, file), `locales/${language}/${file}`);
    areas[file.slice(0, -'.json'.length)] = typesetTree(tree, language);
  }
  return areas;
}

/** Every text of both languages, by language and area. */
type AllTexts = Record<Language, Record<string, TextTree>>;

/** The build makes this file with finished typography, which would take 100 ms at a start. */
const builtFile = 'texts.json';

async function readSources(folder: string): Promise<AllTexts> {
  const [en, ua] = await Promise.all([readLanguage(folder, 'en'), readLanguage(folder, 'ua')]);
  return { en, ua };
}

/**
 * Reads all texts once: `texts.json` of a built folder, or locales/<language>/<area>.json. Throws a TextsError for a
 * file that is not JSON.
 */
export async function readTexts(folder: string): Promise<TextStore> {
  const built = join(folder, builtFile);
  const all = existsSync(built) ? parseUnchecked<AllTexts>(await readFile(built, 'utf8')) : await readSources(folder);
  return {
    version: hash('sha256', JSON.stringify(all), 'hex').slice(0, 10),
    area: (language, name) => all[language][name] ?? {},
  };
}

/** The texts of one area in one language. */
export const areaText = <Area extends AreaName>(
  store: TextStore,
  language: Language,
  area: Area,
): Text<Locales[Area]> => createText({ [area]: store.area(language, area) }, language, area);

/** Replaces the files of a copy of `locales` by one file that is read faster. */
export async function buildTexts(folder: string): Promise<void> {
  await writeFile(join(folder, builtFile), JSON.stringify(await readSources(folder)));
  await Promise.all(languageNames.map((name) => rm(join(folder, name), { recursive: true })));
}

/** The texts that one page needs: its areas, those of the layout, and its own lines of the `seo` texts. */
export function pageTexts(store: TextStore, language: Language, routeName: string, areas: readonly string[]): Texts {
  const texts: Texts = Object.fromEntries(areas.map((name) => [name, store.area(language, name)]));
  const seo = store.area(language, 'seo');
  const lines = [routeName, 'not-found', 'imageAlt']
    .filter((name) => name in seo)
    .map((name) => [name, seo[name] ?? ''] as const);
  texts['seo'] = Object.fromEntries<TextTree | string>(lines);
  return texts;
}
