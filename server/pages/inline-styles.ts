import { styleSourceOf, type StyleRule, type StyleRules } from '#server/lib/style-rules.ts';

/** The styles of one document. */
export interface InlineStyles {
  css: string;
  /** The source in the Content-Security-Policy that allows the styles: `'sha256-…'`. */
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

const attribute = ' class="';

/** Collects the values of all `class` attributes of a document's HTML, in the order of their first places. */
function classValuesIn(content: string): string[] {
  const values = new Set<string>();
  let at = content.indexOf(attribute);
  while (at >= 0) {
    const end = content.indexOf('"', at + attribute.length);
    values.add(content.slice(at + attribute.length, end));
    at = content.indexOf(attribute, end);
  }
  return [...values];
}

/**
 * Creates the function that returns the styles that a document needs, for its head, so that it is shown without a
 * second round trip. Elements that scripts add later need the whole stylesheets, which the entry loads before the
 * scripts.
 */
export function createStylePrinter({ everyPage, pages }: StyleRules) {
  // The documents of a page usually have the same classes, in both languages.
  const latest = new Map<string, InlineStyles & { values: string }>();

  return function printStyles(routeName: string, content: string): InlineStyles {
    const values = classValuesIn(content).join(' ');
    const cached = latest.get(routeName);
    if (cached?.values === values) return cached;
    const css = printRules([...everyPage, ...(pages[routeName] ?? [])], new Set(values.split(' ')));
    const styles = { css, source: styleSourceOf(css), values };
    latest.set(routeName, styles);
    return styles;
  };
}
