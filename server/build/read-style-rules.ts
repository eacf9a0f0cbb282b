import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import type { StyleRule } from '#server/lib/style-rules.ts';

/** Pseudo-classes with selectors inside. A page may match them without having the classes in them. */
const conditions = /:(?:not|is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
/** `:has()` with several selectors: one match is enough. The classes in a `:has()` with one selector are all needed. */
const oneOfSeveral = /:has\([^()]*,[^()]*\)/g;

const classesOf = (selector: string) =>
  [
    ...selector
      .replaceAll(conditions, '')
      .replaceAll(oneOfSeveral, '')
      .matchAll(/\.([\w-]+)/g),
  ].map(([, name = '']) => name);

const needsOf = ({ selectors }: Rule) => selectors.map(classesOf);

/** Scripts set these attributes when they show another page or when it is scrolled. By then the stylesheets are there. */
const isForScripts = (selector: string) => /^\[data-(?:head-first|navigation)\b|\[data-scrolled\]/.test(selector);

const isAround = ({ name, nodes }: AtRule) => nodes !== undefined && /^(?:layer|media|supports)$/.test(name);

/** Whether only scripts set what all selectors of a rule ask for. */
const isRuleForScripts = ({ selectors }: Rule) => selectors.every(isForScripts);

/** An animation that no rule uses is one that scripts use: it needs no class. */
function splitAnimation(keyframes: AtRule, styles: Container): StyleRule[] {
  const rules: Rule[] = [];
  const isNamed = new RegExp(`(?:^|[\\s,])${keyframes.params}(?:$|[\\s,])`);
  styles.walkDecls(/^animation(?:-name)?$/, ({ value, parent }) => {
    if (isNamed.test(value) && parent?.type === 'rule') rules.push(parent);
  });
  if (rules.length > 0 && rules.every(isRuleForScripts)) return [];
  return [{ css: keyframes.toString(), needs: rules.flatMap(needsOf) }];
}

/** Whether a rule declares design tokens on the root element, perhaps only for a medium or a language. */
const isOfTokens = ({ selectors, nodes }: Rule) =>
  selectors.every((selector) => selector.startsWith(':root') && !selector.includes(' ')) &&
  nodes.every(({ type }) => type === 'decl');

/**
 * Returns the classes of the rules that use a custom property, also those that use it in the value of another one; an
 * empty list if none uses it.
 */
function needsOfProperty(styles: Container, name: string, seen: Set<string>): string[][] {
  const needs: string[][] = [];
  const isUsed = new RegExp(`var\\(${name}\\b(?!-)`);
  styles.walkDecls(({ prop, value, parent }) => {
    if (parent?.type !== 'rule' || !isUsed.test(value)) return;
    if (!prop.startsWith('--') || !isOfTokens(parent)) needs.push(...needsOf(parent));
    else if (!seen.has(prop)) needs.push(...needsOfProperty(styles, prop, seen.add(prop)));
  });
  return needs.some((classes) => classes.length === 0) ? [[]] : needs;
}

/** Splits a rule with tokens: a page is printed with the tokens that its rules use. */
function splitTokens(rule: Rule, users: Container): StyleRule {
  const rules = rule.nodes.flatMap((node): StyleRule[] => {
    if (node.type !== 'decl' || !node.prop.startsWith('--')) return [{ css: `${node.toString()};`, needs: [] }];
    const needs = needsOfProperty(users, node.prop, new Set([node.prop]));
    return needs.length > 0 ? [{ css: `${node.toString()};`, needs }] : [];
  });
  return { around: rule.selector, rules };
}

/**
 * Splits a stylesheet into its rules, so that a page can be printed with the rules for its own classes. Rules that need
 * a script are left out. The rules that use an animation may be in another stylesheet: `allStyles` contains the rules of
 * all stylesheets of the page.
 */
export function readStyleRules(styles: string, allStyles: string): StyleRule[] {
  const root = postcss.parse(styles);
  const users = postcss.parse(allStyles);
  const read = (node: ChildNode): StyleRule[] => {
    if (node.type === 'comment' || node.type === 'decl') return [];
    const css = node.toString();
    if (node.type === 'rule' && isRuleForScripts(node)) return [];
    if (node.type === 'rule' && isOfTokens(node)) return [splitTokens(node, users)];
    if (node.type === 'rule') return [{ css, needs: needsOf(node) }];
    const { name, params, nodes } = node;
    if (name.endsWith('keyframes')) return splitAnimation(node, users);
    if (isAround(node)) return [{ around: `@${name} ${params}`, rules: (nodes ?? []).flatMap(read) }];
    return [{ css: nodes ? css : `${css};`, needs: [] }];
  };
  return root.nodes.flatMap(read);
}
