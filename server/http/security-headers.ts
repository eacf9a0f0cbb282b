import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '#server/config/config.ts';
import { styleSourceOf } from '#server/lib/style-rules.ts';

/**
 * Browsers apply these headers only to documents and scripts. Other files are sent without them, which saves half a
 * kilobyte each.
 */
export const documentHeaders = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

type PolicyConfig = Pick<Config, 'mapsApiKey' | 'publicUrl' | 'hsts'>;

/** The inline content of a page that its policy must allow. */
interface AllowedInPage {
  /** The nonce of a streamed page, for the lines of script that React adds; a complete page has no inline script. */
  nonce?: string;
  /** The hash of the inline styles of a complete page. */
  styleSource?: string;
}

export interface SecurityHeaders {
  /** Set on every response. */
  common: Record<string, string>;
  /** Sets the common headers; `close` also ends the connection after the response. */
  setCommon(response: ServerResponse, options: { close: boolean }): void;
  contentSecurityPolicy(allowed?: AllowedInPage): string;
  /** The policy of the document that contains only Google's map. */
  mapFramePolicy(nonce: string): string;
  /** The header that defines the endpoint of the policy's `report-to`. */
  reportingEndpoints: string;
}

/** The path to which browsers report violations. It is a separate path, so that proxies can limit it more strictly. */
export const reportPath = '/reports/csp';

/** Creates a nonce for the Content-Security-Policy of one response, which must not be cached. */
export const createNonce = () => randomBytes(16).toString('base64');

// Browsers that support report-to ignore report-uri.
const reporting = ['report-to csp', `report-uri ${reportPath}`];

/** The directives for pages; each source other than this site has a comment with its reason. */
function pagePolicy(
  { mapsApiKey, publicUrl }: PolicyConfig,
  { nonce, styleSources }: { nonce?: string; styleSources: string[] },
): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' ${styleSources.join(' ')}`,
    // data: is for the pictures that are printed into pages. OpenStreetMap's tiles are for the map without a key; every
    // page allows them, because a navigation from any page to the map loads no new document.
    `img-src 'self' data:${mapsApiKey ? '' : ' https://tile.openstreetmap.org'}`,
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    // Google's map is in a frame, in a document with its own policy.
    ...(mapsApiKey ? ["frame-src 'self'"] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // Only site-html shows HTML, which the server has sanitised; other code must not write HTML.
    "require-trusted-types-for 'script'",
    'trusted-types site-html',
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ];
  return directives.join('; ');
}

/** The policy of Google's guide, without the sources that this map does not use. */
function mapFramePolicy(nonce: string): string {
  const directives = [
    "default-src 'none'",
    // The script of the frame, and the scripts of Google that it loads.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}' https://fonts.googleapis.com`,
    // Tiles and icons; some of them are data: pictures in Google's code.
    "img-src 'self' https://*.googleapis.com https://*.gstatic.com data:",
    // The fonts of Google's controls.
    "font-src 'self' https://fonts.gstatic.com",
    // The map's data, and the counting of its use.
    'connect-src https://*.googleapis.com https://*.gstatic.com',
    // Google draws some maps in a worker from a blob: address.
    'worker-src blob:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    ...reporting,
  ];
  return directives.join('; ');
}

const permissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'browsing-topics',
];

/**
 * Runs helmet once and stores the headers that it sets, so that cached pages get the same headers without running
 * helmet.
 */
function collectHelmetHeaders({ publicUrl, hsts }: PolicyConfig): Record<string, string> {
  const headers: Record<string, string> = {};
  // A request and a response on a socket that is never connected.
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Node's own getHeaders returns only lower-case names.
  response.setHeader = (name, value) => {
    headers[name] = String(value);
    return response;
  };
  const hasHsts = publicUrl.startsWith('https:') && hsts !== 'off';
  const isForSubdomains = hsts === 'preload';
  helmet({
    contentSecurityPolicy: false,
    // The default of helmet, no-referrer, breaks map keys that are restricted to this site's address.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: hasHsts
      ? { maxAge: 63_072_000, includeSubDomains: isForSubdomains, preload: isForSubdomains }
      : false,
    frameguard: { action: 'deny' },
  })(request, response, () => undefined);
  return headers;
}

/** `fontFaces` are the font styles in every document. */
export function createSecurityHeaders(config: PolicyConfig, fontFaces: string): SecurityHeaders {
  const fontSource = styleSourceOf(fontFaces);
  const common = {
    ...collectHelmetHeaders(config),
    'Permissions-Policy': permissions.map((name) => `${name}=()`).join(', '),
  };
  return {
    common,
    setCommon(response, { close }) {
      for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
      if (close) response.setHeader('Connection', 'close');
    },
    reportingEndpoints: `csp="${reportPath}"`,
    contentSecurityPolicy: ({ nonce, styleSource } = {}) =>
      pagePolicy(config, { nonce, styleSources: [fontSource, styleSource ?? []].flat() }),
    mapFramePolicy,
  };
}
