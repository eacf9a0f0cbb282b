import { languages } from '#shared/languages.ts';
import { html } from '#server/lib/html.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { createNonce, type SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { siteRequestOf } from '#server/http/request-context.ts';

interface Options {
  /** The key is visible in the visitor's browser, as Google intends; it works only for the address of the site. */
  key: string;
  texts: TextStore;
  manifest: Manifest;
  security: SecurityHeaders;
}

/**
 * The document around Google's map, in a frame of /contacts. Google uses the nonce of the first script and of the first
 * stylesheet for the elements that it adds, so inline styles need not be allowed. A response with a nonce must not be
 * cached.
 */
export function createMapFrame({ key, texts, manifest, security }: Options): Handler {
  return (_req, res) => {
    const { language } = siteRequestOf(res).choice;
    const text = areaText(texts, language, 'contacts');
    const nonce = createNonce();
    res.set({
      'Content-Language': languages[language].html,
      'Content-Security-Policy': security.mapFramePolicy(nonce),
      'Reporting-Endpoints': security.reportingEndpoints,
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
    });
    const page = html`<!doctype html><html lang="${languages[language].html}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('map.title')}</title><meta name="robots" content="noindex">
${[manifest.stylesheet, manifest.pageStyles['contacts'] ?? []].flat().map((href) => html`<link rel="stylesheet" href="${href}" nonce="${nonce}">`)}
<script type="module" src="${manifest.mapFrame}" nonce="${nonce}"></script>
</head><body data-key="${key}"><div class="map__canvas"></div></body></html>`;
    res.type('html').send(page.toString());
  };
}
