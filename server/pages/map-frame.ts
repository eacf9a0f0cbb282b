import { Router } from 'express';
import { languages } from '#shared/languages.ts';
import { createText } from '#shared/text.ts';
import type { Config } from '#server/config.ts';
import { escapeHtml } from '#server/escape.ts';
import { createNonce, type SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/manifest.ts';
import { chooseLanguage } from './language.ts';
import { readAddress } from './target.ts';
import type { TextStore } from '#server/texts.ts';

interface Tools {
  /** The key goes to the visitor's browser, as Google means it to: it is bound to the site's address there. */
  key: string;
  config: Config;
  texts: TextStore;
  manifest: Manifest;
  security: SecurityHeaders;
}

/**
 * The document around Google's map, framed by /contacts. Google hands the nonce of the first script and the first
 * stylesheet on to what it adds, so that it needs no inline styles at large; a nonce must not be stored.
 */
export function mapFrameRoutes({ key, config, texts, manifest, security }: Tools): Router {
  const router = Router();
  router.get('/', (req, res) => {
    const search = readAddress(req)?.searchParams ?? new URLSearchParams();
    const { language } = chooseLanguage(req, search, config.defaultLanguage);
    const text = createText({ contacts: texts.area(language, 'contacts') }, language, 'contacts');
    const nonce = createNonce();
    res.set({
      'Content-Language': languages[language].html,
      'Content-Security-Policy': security.mapFramePolicy(nonce),
      'Reporting-Endpoints': security.reportingEndpoints,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    });
    res
      .type('html')
      .send(
        [
          `<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">`,
          '<meta name="viewport" content="width=device-width, initial-scale=1">',
          `<title>${escapeHtml(text('map.title'))}</title><meta name="robots" content="noindex">`,
          `<link rel="stylesheet" href="${manifest.stylesheet}" nonce="${nonce}">`,
          `<script type="module" src="${manifest.mapFrame}" nonce="${nonce}"></script>`,
          `</head><body data-key="${escapeHtml(key)}"><div class="map__canvas"></div></body></html>`,
        ].join(''),
      );
  });
  return router;
}
