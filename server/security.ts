import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from './config.ts';

/** What a browser heeds on documents and scripts alone; a picture or a font would carry it for nothing, half a kilobyte each. */
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

export interface SecurityHeaders {
  /** Set on every answer. */
  common: Record<string, string>;
  /** The policy of a page; `nonce` is for the lines that React adds to a streamed one. */
  contentSecurityPolicy(nonce?: string): string;
  /** Names the endpoint of the policy's `report-to`. */
  reportingEndpoints: string;
}

/** Where browsers report violations; its own path, so that proxies can be stricter with it. */
export const reportPath = '/reports/csp';

/**
 * What the map on /contacts needs from others. It stands in every page's policy, because a visitor who came in by another
 * page gets to the map without loading a new document.
 */
function mapSources({
  mapsApiKey,
}: Config): Partial<Record<'script' | 'style' | 'img' | 'font' | 'connect' | 'worker', string[]>> {
  // The tiles of the map that is shown without a key, and the empty picture inside Leaflet's code that it lets go of them with.
  if (!mapsApiKey) return { img: ['https://tile.openstreetmap.org', 'data:'] };
  return {
    // Google's loader, and the parts that it fetches from the same host.
    script: ['https://maps.googleapis.com'],
    // Google writes its controls' styles into the page; stored pages cannot carry a nonce for them.
    style: ["'unsafe-inline'", 'https://fonts.googleapis.com'],
    // Tiles and icons, some of them inside the code.
    img: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:'],
    // The letters on Google's controls.
    font: ['https://fonts.gstatic.com'],
    // The map's data, and the counting of its use.
    connect: ['https://*.googleapis.com', 'https://*.gstatic.com'],
    // Google draws some maps in a worker that it makes itself.
    worker: ['blob:'],
  };
}

/**
 * site-html shows what the server has sanitised, site-maps loads Google's one address, and default lets through the one
 * string that Leaflet probes the browser with. Google's library brings policies of its own, whose names are its business.
 */
function trustedTypes({ mapsApiKey }: Config): string {
  return mapsApiKey ? "trusted-types * 'allow-duplicates'" : 'trusted-types site-html default';
}

/** One line a directive; every source that is not this site stands here with its reason. */
function policy(config: Config, nonce?: string): string {
  const secure = config.publicUrl.startsWith('https:');
  const { script = [], style = [], img = [], font = [], connect = [], worker } = mapSources(config);
  const own = (...others: string[]) => ["'self'", ...others].join(' ');
  const directives = [
    "default-src 'none'",
    `script-src ${own(...(nonce ? [`'nonce-${nonce}'`] : []), ...script)}`,
    `style-src ${own(...style)}`,
    `img-src ${own(...img)}`,
    `font-src ${own(...font)}`,
    "media-src 'self'",
    `connect-src ${own(...connect)}`,
    ...(worker ? [`worker-src ${worker.join(' ')}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // A streamed page runs React's own lines, which know no Trusted Types; complete pages have no inline script at all.
    ...(nonce ? [] : ["require-trusted-types-for 'script'", trustedTypes(config)]),
    ...(secure ? ['upgrade-insecure-requests'] : []),
    // Browsers that know report-to leave report-uri out.
    'report-to csp',
    `report-uri ${reportPath}`,
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
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  } as unknown as ServerResponse;
  const secure = config.publicUrl.startsWith('https:');
  helmet({
    contentSecurityPolicy: false,
    // helmet's own default, no-referrer, breaks map keys that are bound to this site's address.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true, preload: true } : false,
    frameguard: { action: 'deny' },
  })({} as IncomingMessage, response, () => undefined);
  return headers;
}

export function createSecurityHeaders(config: Config): SecurityHeaders {
  const complete = policy(config);
  const common = {
    ...readHelmet(config),
    'Permissions-Policy': permissions.map((name) => `${name}=()`).join(', '),
  };
  return {
    common,
    reportingEndpoints: `csp="${reportPath}"`,
    contentSecurityPolicy: (nonce) => (nonce ? policy(config, nonce) : complete),
  };
}
