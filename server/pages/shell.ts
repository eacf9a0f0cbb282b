import { asset } from '#shared/asset.ts';
import { headTags, type HeadPlace, type HeadTag, type PageMeta } from '#shared/head.ts';
import { languages } from '#shared/languages.ts';
import { company } from '#shared/company.ts';
import { barColour } from '#shared/skies.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import type { PageState } from '#client/page-state.ts';
import type { Route } from '#client/routes.ts';
import { html, raw, type Markup } from '#server/lib/html.ts';
import type { InlineStyles } from './inline-styles.ts';
import { otherMedia, type Manifest } from '#server/lib/manifest.ts';

/** Escapes JSON for a script element: no text can close the element or open a comment, because both begin with `<`. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

// The names of tags and attributes come from shared/head.ts, never from outside.
function printTag({ tag, attributes }: HeadTag): Markup {
  const printed = Object.entries(attributes).map(([name, value]) => html` ${raw(name)}="${value}"`);
  return html`<${raw(tag)}${printed} data-head>`;
}

export interface ShellParts {
  at: HeadPlace;
  route: Pick<Route, 'name' | 'start'>;
  meta: PageMeta;
  state: PageState;
  structuredData: unknown;
  manifest: Manifest;
}

/**
 * The fonts that are preloaded. Ukrainian pages need the spaces and digits of the Latin text font before the first
 * layout, because their lines would break elsewhere without them. They do not preload the wide Latin font, of which
 * they need only a few letters, because on a slow line the picture of the page's head is more important.
 */
const fonts = {
  en: [asset('fonts/obrii-wide-latin.woff2'), asset('fonts/obrii-text-latin.woff2')],
  ua: [
    asset('fonts/obrii-wide-cyrillic.woff2'),
    asset('fonts/obrii-text-cyrillic.woff2'),
    asset('fonts/obrii-text-latin.woff2'),
  ],
};

interface ShellOptions {
  /**
   * Whether the page is streamed: React then adds the entry right after the shell, and the data are printed before the
   * content.
   */
  streamed: boolean;
  /** The drawings of the icons of a complete page. */
  icons?: Markup | null;
  /** The styles of a complete page; without them the page waits for its stylesheets. */
  styles?: InlineStyles;
}

const printState = (state: PageState) =>
  html`<script type="application/json" id="state">${raw(escapeJson(state))}</script>`;

const modulesOf = (manifest: Manifest, routeName: string) => [
  ...manifest.startChunks,
  ...(manifest.pages[routeName] ?? []),
];

/** Prints the hints to load the scripts of a streamed page early, and the script of the development server. */
function printScripts({ manifest, route }: ShellParts, streamed: boolean): Markup[] {
  const { entry, developmentScript } = manifest;
  const hinted = streamed ? [entry, ...(route.start === 'at-once' ? modulesOf(manifest, route.name) : [])] : [];
  const hints = hinted.map((href) => html`<link rel="modulepreload" href="${href}">`);
  return developmentScript ? [...hints, html`<script type="module" src="${developmentScript}"></script>`] : hints;
}

/**
 * The entry of a complete page, for the place where its first screen ends. The browser paints what is above while it
 * loads the script: the layout of the whole page would delay the first paint by a sixth on a slow phone. The script
 * removes its element, which React would not expect.
 */
export const entryScript = ({ entry }: Manifest): string =>
  html`<script src="${entry}" fetchpriority="high"></script>`.toString();

const stylesheetsOf = ({ manifest, route }: ShellParts) =>
  [manifest.stylesheet, manifest.pageStyles[route.name]].filter((href) => href !== undefined);

function printStyles(parts: ShellParts, styles: InlineStyles | undefined): Markup {
  const { manifest, at } = parts;
  // The entry script loads the other stylesheet after the first paint, because a slow line has more important files to
  // load before.
  const other = html`rel="stylesheet" href="${manifest.otherMediaStylesheet}" media="${otherMedia.join()}"`;
  const preload = (href: string) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
  const own = styles
    ? html`<style id="page-styles">${raw(styles.css)}</style>`
    : stylesheetsOf(parts).map((href) => html`<link rel="stylesheet" href="${href}">`);
  return html`<style>${raw(manifest.fontFaces)}</style>
${own}
<link ${other} disabled>
${fonts[at.language].map(preload)}
<noscript><link ${other}></noscript>`;
}

/** Prints everything before the content of #root. */
export function shellHead(parts: ShellParts, { streamed, icons, styles }: ShellOptions): string {
  const { at, meta, manifest, route, state } = parts;
  const { language } = at;
  return html`<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${meta.title}</title>
${meta.refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${meta.refreshSeconds}"></noscript>`}
${printStyles(parts, styles)}
${printScripts(parts, streamed)}
${headTags(meta, at).map(printTag)}
<meta name="theme-color" content="${barColour}"><meta name="application-name" content="${company.name}">
<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest?lang=${language}">
</head><body>${icons}${streamed && printState(state)}<div id="root" data-modules="${modulesOf(manifest, route.name).join(' ')}"${styles && html` data-styles="${stylesheetsOf(parts).join(' ')}"`} data-start="${route.start}">`.toString();
}

/** Prints everything after the content of #root. */
export function shellTail({ state, structuredData }: ShellParts, { streamed }: ShellOptions): string {
  // Only crawlers read the structured data: in the head, it would add nearly 1 kB to what the first paint needs.
  const graph =
    Boolean(structuredData) &&
    html`<script type="application/ld+json">${raw(unbindWords(escapeJson(structuredData)))}</script>`;
  return html`</div>${!streamed && printState(state)}${graph}</body></html>`.toString();
}
