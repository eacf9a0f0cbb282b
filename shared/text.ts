import type { Language } from './languages.ts';
import type { AreaName, Locales } from './locales.ts';

/** A locale file: nested objects whose leaves are strings. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Loaded areas by name; a missing area is an empty tree. */
export type Texts = Record<string, TextTree>;

/** Dotted paths to every leaf of a locale file's type. */
type Key<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Key<Tree[Name]>}`;
}[keyof Tree & string];

export type Values = Record<string, string | number>;

interface TextOptions {
  /** Shown when the key is missing; without a fallback the key itself is shown. */
  fallback?: string;
}

export type Text<Tree> = (key: Key<Tree>, values?: Values, options?: TextOptions) => string;

function leaf(tree: TextTree | undefined, key: string): string | undefined {
  let node: string | TextTree | undefined = tree;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/** Whether a loaded area has a text with this key. */
export const hasText = (texts: Texts, area: string, key: string): boolean => leaf(texts[area], key) !== undefined;

/** Puts values in the place of their placeholders; a placeholder without a value stays. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in values ? String(values[name]) : placeholder,
  );
}

const warned = new Set<string>();

/** Logs each missing key once, so that a page that is opened often does not fill the log. */
function warnOnce(language: Language, area: string, key: string): void {
  const name = `${language}/${area}: ${key}`;
  if (warned.has(name) || warned.size > 1000) return;
  warned.add(name);
  console.warn(`missing text ${name}`);
}

/** The texts of one area, with the keys of its English file. A missing key is logged once and shown as itself. */
export function createText<Area extends AreaName>(texts: Texts, language: Language, area: Area): Text<Locales[Area]> {
  return createTextOf<Locales[Area]>(texts, language, area);
}

/** The same for an area whose name is only known at run time; `Tree` is the shape that all such areas share. */
export function createTextOf<Tree>(texts: Texts, language: Language, area: string): Text<Tree> {
  return (key, values, options) => {
    const text = leaf(texts[area], key);
    if (text === undefined) warnOnce(language, area, key);
    return fill(text ?? options?.fallback ?? key, values ?? {});
  };
}
