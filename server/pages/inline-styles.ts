import { styleSourceOf, type StyleRule, type StyleRules } from '#server/style-rules.ts';

/** The styles of one document. */
export interface InlineStyles {
  css: string;
  /** The source that allows them in a Content-Security-Policy: `'sha256-…'`. */
  source: string;
}

/** Prints the rules whose classes are all in `used`. */
function printRules(rules: StyleRule[], used: Set<string>): string {
  const isNeeded = (needs: string[][]) =>
    needs.length === 0 || needs.some((classes) => classes.every((name) => used.has(name)));
  let printed = '';
  for (const rule of rules) {
    if ('css' in rule) {
      if (isNeeded(rule.needs)) printed += rule.css;
      continue;
    }
    const inside = printRules(rule.rules, used);
    if (inside) printed += `${rule.around}{${inside}}`;
  }
  return printed;
}

/** Collects the classes of a document's HTML. */
function classesIn(content: string): Set<string> {
  const used = new Set<string>();
  for (const [, names = ''] of content.matchAll(/ class="([^"]+)"/g))
    for (const name of names.split(' ')) used.add(name);
  return used;
}

/**
 * Answers the styles that a document needs, for its head: it is shown without a second round trip. What scripts add to
 * the page later needs the whole stylesheets, which the entry loads before them.
 */
export function createStylePrinter({ everyPage, pages }: StyleRules) {
  return function printStyles(routeName: string, content: string): InlineStyles {
    const used = classesIn(content);
    const css = printRules([...everyPage, ...(pages[routeName] ?? [])], used);
    return { css, source: styleSourceOf(css) };
  };
}
