import type { ServerResponse } from 'node:http';
import { asset } from '#shared/asset.ts';
import { languageNames, languages, otherLanguage, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { barColour } from '#shared/skies.ts';
import type { Text } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import type { Config } from '#server/config/config.ts';
import { html, raw, type Markup } from '#server/lib/html.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import { languageCookie } from '#server/http/choose-language.ts';

/** The same address in another language. */
function inLanguage({ pathname, search }: URL, language: Language): string {
  const query = new URLSearchParams(search);
  query.set('lang', language);
  return `${pathname}?${query.toString()}`;
}

/** Prints an alert about a failure, which screen readers announce. */
export const printAlert = (words: string): Markup =>
  html`<div class="alert alert--bad" role="alert"><svg aria-hidden="true" width="24" height="24"><use href="${asset('icons.svg')}#circle-alert"></use></svg><p>${words}</p></div>`;

interface ScriptlessPage {
  status: number;
  title: string;
  body: Markup;
  /** An address that the browser opens after a moment, without a click. */
  next?: string;
  /** The name of the stylesheet in client/sheets/ that the page has in addition to the common one. */
  sheet: string;
  /** Headers that replace the usual ones. */
  headers?: Record<string, string>;
}

export interface ScriptlessPages {
  /** The texts of an area in the visitor's language. */
  texts<Area extends keyof Locales>(response: ServerResponse, area: Area): Text<Locales[Area]>;
  send(response: ServerResponse, page: ScriptlessPage): void;
}

interface Options {
  config: Pick<Config, 'publicUrl'>;
  texts: TextStore;
  manifest: Pick<Manifest, 'fontFaces' | 'stylesheet' | 'pageStyles'>;
  security: SecurityHeaders;
}

/** Creates pages without scripts and without the menu of the site: everything works by links and posts. */
export function createScriptlessPages({ config, texts, manifest, security }: Options): ScriptlessPages {
  function print(language: Language, address: URL, { title, body, next, sheet }: ScriptlessPage): Markup {
    const other = otherLanguage(language);
    const bar = areaText(texts, language, 'navbar');
    const toggle = html`<a class="language-toggle" href="${inLanguage(address, other)}" hreflang="${languages[other].html}" lang="${languages[other].html}">${languageNames.map((name) => (name === language ? html`<b lang="${languages[name].html}">${languages[name].label}</b>` : html`<span lang="${languages[name].html}">${languages[name].label}</span>`))}<span class="sr">${bar('toggle')}</span></a>`;
    return html`<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${unbindWords(title)}</title><meta name="robots" content="noindex">
${next && html`<meta http-equiv="refresh" content="0; url=${next}">`}
<style>${raw(manifest.fontFaces)}</style>
${[manifest.stylesheet, manifest.pageStyles[sheet] ?? []].flat().map((href) => html`<link rel="stylesheet" href="${href}">`)}
<meta name="theme-color" content="${barColour}"><link rel="icon" href="${asset('logo/favicon.svg')}" type="image/svg+xml">
</head><body><a class="skip" href="#main">${bar('skip')}</a>
<header class="top-bar"><div class="shell top-bar__in"><a class="top-bar__logo" href="/" aria-label="${bar('home')}"><img src="${asset('logo/obrii-logo-white.svg')}" alt="" width="111" height="28"></a>${!next && toggle}</div></header>
<main id="main" tabindex="-1">${body}</main></body></html>`;
  }

  return {
    texts(response, area) {
      const { language } = siteRequestOf(response).choice;
      return areaText(texts, language, area);
    },
    send(response, page) {
      const { choice, address } = siteRequestOf(response);
      const { language, changed } = choice;
      if (changed) response.setHeader('Set-Cookie', languageCookie(language, config));
      response.statusCode = page.status;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Language', languages[language].html);
      response.setHeader('Content-Security-Policy', security.contentSecurityPolicy());
      response.setHeader('Cache-Control', 'private, no-cache');
      response.setHeader('X-Robots-Tag', 'noindex');
      for (const [name, value] of Object.entries(page.headers ?? {})) response.setHeader(name, value);
      response.end(print(language, address, page).toString());
    },
  };
}
