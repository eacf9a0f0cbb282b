import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '#server/config/config.ts';
import { styleSourceOf } from '#server/style-rules.ts';

/** Browsers apply these headers to documents and scripts alone; other files are sent without them, half a kilobyte less each. */
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

/** What a page contains itself, besides what it loads from this site. */
interface AllowedInPage {
  /** Of a streamed page, whose lines of script React adds; a complete page has no script of its own at all. */
  nonce?: string;
  /** The hash of a complete page's styles. */
  styleSource?: string;
}

export interface SecurityHeaders {
  /** Set on every response. */
  common: Record<string, string>;
  /** Sets them; `close` also ends the connection after the response. */
  setCommon(response: ServerResponse, options: { close: boolean }): void;
  contentSecurityPolicy(allowed?: AllowedInPage): string;
  /** For the document that Google's map has to itself. */
  mapFramePolicy(nonce: string): string;
  /** Names the endpoint of the policy's `report-to`. */
  reportingEndpoints: string;
}

/** Where browsers report violations; its own path, so that proxies can be stricter with it. */
export const reportPath = '/reports/csp';

/** A nonce for the Content-Security-Policy of one answer, which must not be cached. */
export const createNonce = () => randomBytes(16).toString('base64');

// Browsers that know report-to leave report-uri out.
const reporting = ['report-to csp', `report-uri ${reportPath}`];

/** One line a directive; every source that is not this site stands here with its reason. */
function pagePolicy(
  { mapsApiKey, publicUrl }: Config,
  { nonce, styleSources }: { nonce?: string; styleSources: string[] },
): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' ${styleSources.join(' ')}`,
    // The tiles of the map that is shown without a key, and the empty picture inside Leaflet's code that it lets go of
    // them with. On every page, because a visitor who came in by another gets to the map without a new document.
    `img-src 'self'${mapsApiKey ? '' : ' https://tile.openstreetmap.org data:'}`,
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    // Google's map, in a document with a policy of its own.
    ...(mapsApiKey ? ["frame-src 'self'"] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // site-html shows what the server has sanitised; nothing else may write HTML.
    "require-trusted-types-for 'script'",
    'trusted-types site-html',
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ];
  return directives.join('; ');
}

/** As Google's guide to content security policies has it, without what a map like this one does not need. */
function mapFramePolicy(nonce: string): string {
  const directives = [
    "default-src 'none'",
    // The frame's own script, and what it loads: Google's, and the parts that Google's fetches.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}' https://fonts.googleapis.com`,
    // Tiles and icons, some of them inside the code.
    "img-src 'self' https://*.googleapis.com https://*.gstatic.com data:",
    // The letters on Google's controls.
    "font-src 'self' https://fonts.gstatic.com",
    // The map's data, and the counting of its use.
    'connect-src https://*.googleapis.com https://*.gstatic.com',
    // Google draws some maps in a worker that it makes itself.
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

/** Runs helmet once and keeps what it would set, so that cached pages carry the same headers at no cost. */
function readHelmet(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  // A request and its answer on a socket that is never connected.
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Node's own getHeaders has the names in small letters only.
  response.setHeader = (name, value) => {
    headers[name] = String(value);
    return response;
  };
  const secure = config.publicUrl.startsWith('https:');
  helmet({
    contentSecurityPolicy: false,
    // helmet's own default, no-referrer, breaks map keys that are bound to this site's address.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true, preload: true } : false,
    frameguard: { action: 'deny' },
  })(request, response, () => undefined);
  return headers;
}

/** `fontFaces` are the styles that every document contains. */
export function createSecurityHeaders(config: Config, fontFaces: string): SecurityHeaders {
  const fontSource = styleSourceOf(fontFaces);
  const common = {
    ...readHelmet(config),
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
