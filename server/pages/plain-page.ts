import type { IncomingMessage, ServerResponse } from 'node:http';
import { languages, otherLanguage, type Language } from '#shared/languages.ts';
import { createText, type Text } from '#shared/text.ts';
import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import type { Config } from '../config.ts';
import { escapeHtml } from '../escape.ts';
import { contextOf } from '../http/request-context.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import type { Manifest } from '../manifest.ts';
import type { TextStore } from '../texts.ts';
import { chooseLanguage, languageCookie } from './language.ts';
import { readAddress } from './target.ts';

export type PaymentText = Text<Locales['payment']>;

export interface PlainPage {
  status: number;
  title: string;
  /** HTML; whatever came from outside is escaped in it. */
  body: string;
  /** An address to go on to by itself. */
  next?: string;
}

export interface PlainPages {
  /** The language of a request, and the words of the payment pages in it. */
  open(request: IncomingMessage): { language: Language; text: PaymentText };
  send(request: IncomingMessage, response: ServerResponse, page: PlainPage): void;
}

interface Tools {
  config: Config;
  texts: TextStore;
  manifest: Manifest;
  security: SecurityHeaders;
}

/**
 * Pages around a payment that are no part of the site's own: no script, no navigation that leads away, the site's
 * stylesheet. Everything works as links and posts.
 */
export function createPlainPages({ config, texts, manifest, security }: Tools): PlainPages {
  function choose(request: IncomingMessage) {
    return chooseLanguage(request, readAddress(request)?.searchParams ?? new URLSearchParams(), config.defaultLanguage);
  }

  function print(language: Language, path: string, { title, body, next }: PlainPage): string {
    const other = otherLanguage(language);
    const bar = createText({ navbar: texts.area(language, 'navbar') }, language, 'navbar');
    return [
      `<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex">`,
      next ? `<meta http-equiv="refresh" content="0; url=${escapeHtml(next)}">` : '',
      `<link rel="stylesheet" href="${manifest.stylesheet}">`,
      `<meta name="theme-color" content="#07080c"><link rel="icon" href="${asset('logo/favicon.svg')}" type="image/svg+xml">`,
      `</head><body><a class="skip" href="#main">${escapeHtml(bar('skip'))}</a>`,
      '<header class="bar"><div class="shell bar__in">',
      `<a class="bar__logo" href="/" aria-label="${escapeHtml(bar('home'))}">`,
      `<img src="${asset('logo/obrii-logo-white.svg')}" alt="" width="111" height="28"></a>`,
      next
        ? ''
        : `<a class="lang" href="${escapeHtml(path)}?lang=${other}" hreflang="${languages[other].html}" lang="${languages[other].html}" aria-label="${escapeHtml(bar('toggle'))}">` +
          `<b>${languages[language].label}</b><span>${languages[other].label}</span></a>`,
      `</div></header><main id="main" tabindex="-1">${body}</main></body></html>`,
    ].join('');
  }

  return {
    open(request) {
      const { language } = choose(request);
      return {
        language,
        text: createText({ payment: texts.area(language, 'payment') }, language, 'payment'),
      };
    },
    send(request, response, page) {
      const { language, changed } = choose(request);
      if (changed) response.setHeader('Set-Cookie', languageCookie(language, config));
      response.statusCode = page.status;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Language', languages[language].html);
      response.setHeader('Content-Security-Policy', security.contentSecurityPolicy());
      response.setHeader('Cache-Control', 'private, no-cache');
      response.setHeader('X-Robots-Tag', 'noindex');
      response.end(print(language, contextOf(response).path, page));
    },
  };
}
