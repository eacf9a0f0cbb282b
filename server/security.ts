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

export interface PolicyOptions {
  /** For the lines that React adds to a streamed page. */
  nonce?: string;
  /** The page that shows the map: Google's is let in by no other. */
  map?: boolean;
}

export interface SecurityHeaders {
  /** Set on every answer. */
  common: Record<string, string>;
  contentSecurityPolicy(page?: PolicyOptions): string;
  /** Names the endpoint of the policy's `report-to`. */
  reportingEndpoints: string;
}

/** Where browsers report violations; its own path, so that proxies can be stricter with it. */
export const reportPath = '/reports/csp';

/**
 * What the map on /contacts needs from others. Without a key it stands in every page's policy, because a visitor who came
 * in by another page gets to the map without loading a new document; for Google's a new one is loaded (client/navigation.ts).
 */
function mapSources(
  { mapsApiKey }: Config,
  map: boolean,
): Partial<Record<'script' | 'style' | 'img' | 'font' | 'connect' | 'worker', string[]>> {
  // The tiles of the map that is shown without a key, and the empty picture inside Leaflet's code that it lets go of them with.
  if (!mapsApiKey) return { img: ['https://tile.openstreetmap.org', 'data:'] };
  if (!map) return {};
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
function trustedTypes({ mapsApiKey }: Config, map: boolean): string {
  return mapsApiKey && map ? "trusted-types * 'allow-duplicates'" : 'trusted-types site-html default';
}

/** One line a directive; every source that is not this site stands here with its reason. */
function policy(config: Config, { nonce, map = false }: PolicyOptions): string {
  const secure = config.publicUrl.startsWith('https:');
  const { script = [], style = [], img = [], font = [], connect = [], worker } = mapSources(config, map);
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
    ...(nonce ? [] : ["require-trusted-types-for 'script'", trustedTypes(config, map)]),
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
  const complete = { map: policy(config, { map: true }), other: policy(config, {}) };
  const common = {
    ...readHelmet(config),
    'Permissions-Policy': permissions.map((name) => `${name}=()`).join(', '),
  };
  return {
    common,
    reportingEndpoints: `csp="${reportPath}"`,
    contentSecurityPolicy: ({ nonce, map = false } = {}) =>
      nonce ? policy(config, { nonce, map }) : complete[map ? 'map' : 'other'],
  };
}
