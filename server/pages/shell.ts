import { asset } from '#shared/asset.ts';
import { headTags, type HeadTag, type PageMeta } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { site } from '#shared/site.ts';
import type { PageState } from '#client/start.tsx';
import { html, raw, type Markup } from '#server/html.ts';
import type { Manifest } from '../manifest.ts';

/** JSON in which no text can close its script element, or open a comment. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// The names of tags and attributes come from shared/head.ts, never from outside.
function printTag({ tag, attributes }: HeadTag): Markup {
  const printed = Object.entries(attributes).map(([name, value]) => html` ${raw(name)}="${value}"`);
  return html`<${raw(tag)}${printed} data-head></${raw(tag)}${printed}>`;
}

export interface ShellParts {
  language: Language;
  path: string;
  origin: string;
  meta: PageMeta;
  routeName: string;
  state: PageState;
  structuredData: unknown;
  manifest: Manifest;
}

const fonts = {
  en: [asset('fonts/obrii-wide-latin.woff2'), asset('fonts/obrii-text-latin.woff2')],
  ua: [
    asset('fonts/obrii-wide-cyrillic.woff2'),
    asset('fonts/obrii-text-cyrillic.woff2'),
    asset('fonts/obrii-wide-latin.woff2'),
    asset('fonts/obrii-text-latin.woff2'),
  ],
};

interface ShellOptions {
  /** A page that is streamed gets its entry from React, right behind the shell, and its data before the content. */
  streamed: boolean;
  /** The drawings of a complete page's icons. */
  icons?: Markup | null;
}

const printData = (id: string, type: string, value: unknown) =>
  html`<script type="${type}" ${id && html` id="${id}"`}>
    ${raw(escapeJson(value))}
  </script>`;

const printState = (state: PageState) => printData('state', 'application/json', state);

function printScripts({ manifest, routeName }: ShellParts, streamed: boolean): Markup[] {
  const preload = (href: string) => html`<link rel="modulepreload" href="${href}" />`;
  const development =
    manifest.developmentScript && html`<script type="module" src="${manifest.developmentScript}"></script>`;
  const modules = [manifest.entry, ...modulesOf(manifest, routeName)];
  const scripts = streamed
    ? modules.map(preload)
    : [html`<script type="module" src="${manifest.entry}" fetchpriority="low"></script>`];
  return development ? [...scripts, development] : scripts;
}

const modulesOf = (manifest: Manifest, routeName: string) => [
  ...manifest.entryChunks,
  ...(manifest.pages[routeName] ?? []),
];

/** Everything before the content of #root. */
export function shellHead(parts: ShellParts, { streamed, icons }: ShellOptions): string {
  const { language, meta, manifest, routeName, structuredData, state } = parts;
  const otherMedia = html`rel="stylesheet" href="${manifest.otherMediaStylesheet}" media="print,(forced-colors:active)"`;
  const preloadFont = (href: string) =>
    html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`;
  return html`<!doctype html>
    <html lang="${languages[language].html}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${meta.title}</title>
        <link rel="stylesheet" href="${manifest.stylesheet}" />
        <link ${otherMedia} disabled />
        ${fonts[language].map(preloadFont)} ${printScripts(parts, streamed)}
        <noscript><link rel="stylesheet" href="${manifest.noscriptStylesheet}" /><link ${otherMedia} /></noscript>
        ${headTags(meta, parts).map(printTag)}
        <meta name="theme-color" content="#07080c" />
        <meta name="application-name" content="${site.company}" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest?lang=${language}" />
        ${structuredData !== undefined && structuredData !== null && printData('', 'application/ld+json', structuredData)}
      </head>
      <body>
        ${icons}${streamed && printState(state)}
        <div id="root" data-modules="${modulesOf(manifest, routeName).join(' ')}"></div>
      </body>
    </html>`.toString();
}

/** Everything behind the content of #root. */
export function shellTail({ state }: ShellParts, { streamed }: ShellOptions): string {
  return html`</div>${!streamed && printState(state)}</body></html>`.toString();
}
