import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Container, type Declaration, type Document, type Root, type Rule } from 'postcss';

const root = join(import.meta.dirname, '../..');

/** Files below the root by their paths, with forward slashes. */
function readFiles(...patterns: string[]): Map<string, string> {
  const files = globSync(patterns, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Every style sheet of the sources, by its path. */
export const styles = new Map<string, Root>();
for (const [file, source] of readFiles('client/**/*.css')) styles.set(file, postcss.parse(source));

/** The code that gives classes to elements, by its path. */
export const sources = readFiles('client/**/*.{ts,tsx}', 'server/{pages,activation,desk,embedded/desk}/**/*.{ts,tsx}');

/** Raw colours in a declaration. The names that CSS allows everywhere here are keywords, not colours. */
export function rawColours({ prop, value }: Pick<Declaration, 'prop' | 'value'>): string[] {
  const words = value.replaceAll(/url\([^)]*\)|var\(--[\w-]+|"[^"]*"|'[^']*'/g, ' ');
  const functions = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;
  const names =
    /(?<![\w-])(?:black|white|red|green|blue|gr[ae]y|silver|orange|yellow|gold|purple|pink|navy|teal|brown|maroon|olive|lime|aqua|cyan|magenta|fuchsia|violet|indigo|crimson|coral|tomato|salmon|khaki|beige|ivory|tan|rebeccapurple|(?:dark|light|medium|deep|pale|dim|hot)[a-z]+)(?![\w-])/gi;
  if (prop === 'font' || prop === 'font-family' || prop.startsWith('--font')) return [];
  return [...words.matchAll(functions), ...words.matchAll(names)].map(([found]) => found);
}

/** The block that a class belongs to: `card` of `card__title` and `card--low`. */
export const blockOf = (name: string) => name.split(/__|--/)[0] ?? name;
export const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? '');

/** A selector without what `:not()` and `:has()` contain: an element that it finds need not have these classes. */
export const withoutConditions = (selector: string) => removeArguments(selector, /:(?:not|has)\($/);

/** Removes the arguments of the pseudo-classes whose name and parenthesis match. */
function removeArguments(selector: string, names: RegExp): string {
  let kept = '';
  const open: boolean[] = [];
  for (const character of selector) {
    if (character === ')') open.pop();
    if (!open.includes(true)) kept += character;
    if (character === '(') open.push(names.test(kept));
  }
  return kept;
}

/** The compounds of a selector in their order: `.card`, `h3` and `a:not(.b .c)` of `.card > h3 a:not(.b .c)`. */
function compoundsOf(selector: string): string[] {
  const compounds = [''];
  let depth = 0;
  for (const character of selector) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (depth === 0 && ' >+~\n'.includes(character)) compounds.push('');
    else compounds.push(`${compounds.pop()}${character}`);
  }
  return compounds.filter(Boolean);
}

type IsBlock = (name: string) => boolean;

/**
 * Whether one compound is of the block; null if it has no class that tells. `:has()` tells only where nothing else
 * does.
 */
function compoundIsOf(isBlock: IsBlock, compound: string, isShared: IsBlock): boolean | null {
  const blocksOf = (part: string) =>
    classesOf(part)
      .map(blockOf)
      .filter((block) => !isShared(block));
  const own = blocksOf(removeArguments(compound, /:[\w-]+\($/));
  if (own.length > 0) return own.some(isBlock);
  const alternatives = blocksOf(withoutConditions(compound));
  if (alternatives.length > 0) return alternatives.every(isBlock);
  const contained = blocksOf(removeArguments(compound, /:not\($/));
  return contained.length > 0 ? contained.every(isBlock) : null;
}

/**
 * Whether a selector styles an element of a block: the last of its compounds with a class decides. The classes that
 * `isShared` knows belong to no block, as the names of elements do.
 */
export function stylesBlock(isBlock: IsBlock, isShared: IsBlock, selector: string, rule: Rule): boolean {
  const around = outerRule(rule);
  const isOfOuter = () => around?.selectors.every((outer) => stylesBlock(isBlock, isShared, outer, around)) ?? false;
  for (const compound of compoundsOf(selector).reverse()) {
    const answer = compoundIsOf(isBlock, compound, isShared);
    if (answer !== null) return answer;
    if (compound.includes('&')) return isOfOuter();
  }
  return isOfOuter();
}

/** The rule that a rule is nested in, with or without a medium between them. */
function outerRule({ parent }: Rule): Rule | null {
  let outer = parent as Container | Document | undefined;
  while (outer && outer.type !== 'rule') outer = outer.parent;
  return (outer as Rule | undefined) ?? null;
}

export function rulesOf(sheet: Root): Rule[] {
  const rules: Rule[] = [];
  sheet.walkRules((rule) => {
    const { parent } = rule;
    if (parent?.type !== 'atrule' || !('name' in parent) || parent.name !== 'keyframes') rules.push(rule);
  });
  return rules;
}

/** The words between the braces that open at `start`, nested braces included. */
function readBraces(code: string, start: number): string {
  let depth = 0;
  for (let end = start; end < code.length; end += 1) {
    if (code[end] === '{') depth += 1;
    if (code[end] === '}') depth -= 1;
    if (depth === 0) return code.slice(start + 1, end);
  }
  return '';
}

/** The strings in code, those inside the expressions of templates included. */
function literalsOf(code: string): string[] {
  return [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, single, double, template = '']) => [
    single ?? double ?? template,
    ...[...template.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, expression = '']) => literalsOf(expression)),
  ]);
}

interface Classes {
  names: Set<string>;
  /** Of templates such as `drop--${kind}`: what stands in front of the expression. */
  prefixes: string[];
}

/** The classes that a source gives to elements: in attributes, in `className` of objects, and in the server's HTML. */
export function readClasses(code: string): Classes {
  const values = [
    ...[...code.matchAll(/\bclass(?:Name)?="([^"\n]*)"/g)].map(([, value]) => value ?? ''),
    ...[...code.matchAll(/\bclassName(?::| =) (?:clsx\()?'([^']*)'/g)].map(([, value]) => value ?? ''),
    ...[...code.matchAll(/\bclassName=\{/g)].flatMap(({ index, 0: { length } }) =>
      // A string that is compared is a value, not a class.
      literalsOf(readBraces(code, index + length - 1).replaceAll(/[!=]== '[^']*'/g, '')),
    ),
  ];
  const words = values.join(' ').match(/[\w-]*\$\{[^}]*\}|[\w-]+/g) ?? [];
  const prefixes = words.flatMap((word) => (/^[\w-]+(?=\$)/.exec(word) ?? []).slice());
  return { names: new Set(words.filter((word) => !word.includes('${'))), prefixes };
}

export const classesIn = new Map([...sources].map(([file, code]) => [file, readClasses(code)]));

/** Whether a source sets a class, with its whole name or as a prefix and a string of the same file. */
export function sets(file: string, name: string): boolean {
  const { names, prefixes } = classesIn.get(file) ?? { names: new Set(), prefixes: [] };
  const ends = prefixes.filter((prefix) => name.startsWith(prefix)).map((prefix) => name.slice(prefix.length));
  return names.has(name) || ends.some((end) => sources.get(file)?.includes(`'${end}'`));
}

/** Every class that has rules. */
export const defined = new Set(
  [...styles.values()].flatMap((sheet) => rulesOf(sheet).flatMap(({ selector }) => classesOf(selector))),
);
