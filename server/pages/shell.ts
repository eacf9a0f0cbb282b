import { asset } from '#shared/asset.ts';
import { headTags, type HeadTag, type PageMeta } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { site } from '#shared/site.ts';
import type { PageState } from '#client/page-state.ts';
import { escapeHtml } from '../escape.ts';
import type { Manifest } from '../manifest.ts';

/** JSON that no text in it can close its script with, or open a comment in. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function printTag({ tag, attributes }: HeadTag): string {
  const printed = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  return `<${tag}${printed} data-head>`;
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

/** Everything before the content of #root; `icons` are the drawings of a complete page's icons. */
export function shellHead(parts: ShellParts, options: { streamed: boolean; icons?: string }): string {
  const { language, meta, manifest, routeName, structuredData } = parts;
  const otherMedia = `rel="stylesheet" href="${manifest.otherMediaStylesheet}" media="print,(forced-colors:active)"`;
  const modules = [...manifest.entryChunks, ...(manifest.pages[routeName] ?? [])];
  return [
    `<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(meta.title)}</title>`,
    `<link rel="stylesheet" href="${manifest.stylesheet}">`,
    // The entry lets it load once the page has been painted: a slow line has better to do before.
    `<link ${otherMedia} disabled>`,
    ...fonts[language].map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    // A page that is streamed gets its entry from React, right behind the shell.
    ...(options.streamed
      ? [manifest.entry, ...modules].map((href) => `<link rel="modulepreload" href="${href}">`)
      : [`<script type="module" src="${manifest.entry}" fetchpriority="low"></script>`]),
    manifest.developmentScript ? `<script type="module" src="${manifest.developmentScript}"></script>` : '',
    `<noscript><link rel="stylesheet" href="${manifest.noscriptStylesheet}"><link ${otherMedia}></noscript>`,
    ...headTags(meta, parts).map(printTag),
    `<meta name="theme-color" content="#07080c"><meta name="application-name" content="${escapeHtml(site.company)}">`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest?lang=${language}">`,
    structuredData ? `<script type="application/ld+json">${escapeJson(structuredData)}</script>` : '',
    '</head><body>',
    options.icons ?? '',
    options.streamed ? printState(parts.state) : '',
    `<div id="root" data-modules="${modules.join(' ')}">`,
  ].join('');
}

function printState(state: PageState): string {
  return `<script type="application/json" id="state">${escapeJson(state)}</script>`;
}

/** Everything behind the content of #root. */
export function shellTail(parts: ShellParts, options: { streamed: boolean }): string {
  return `</div>${options.streamed ? '' : printState(parts.state)}</body></html>`;
}
