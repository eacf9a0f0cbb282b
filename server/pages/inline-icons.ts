import { readFileSync } from 'node:fs';
import { inlineId } from '#shared/icons.ts';
import { html, raw, type Markup } from '#server/lib/html.ts';

/** Prints hidden drawings of the named icons, so that `<use>` finds them in the page itself; null without icons. */
export type PrintIcons = (names: Iterable<string>) => Markup | null;

/** Reads the sprite once; printing an icon that is not in the sprite throws. */
export function readIcons(file: string): PrintIcons {
  const symbols = new Map(
    [...readFileSync(file, 'utf8').matchAll(/<symbol id="([^"]+)"(.*?<\/symbol>)/gs)].map(
      ([, name = '', rest = '']) => [name, html`<symbol id="${inlineId(name)}"${raw(rest)}`] as const,
    ),
  );
  return (names) => {
    const drawings = [...new Set(names)].sort().map((name) => {
      const symbol = symbols.get(name);
      if (!symbol) throw new Error(`static/icons.svg has no icon called ${name}`);
      return symbol;
    });
    return drawings.length > 0 ? html`<div hidden><svg>${drawings}</svg></div>` : null;
  };
}
