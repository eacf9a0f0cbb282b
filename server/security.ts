import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from './config.ts';

export interface SecurityHeaders {
  /** Set on every answer. */
  common: Record<string, string>;
  /** The policy of a page; `nonce` is for the lines that React adds to a streamed one. */
  contentSecurityPolicy(nonce?: string): string;
}

/** One line a directive; every source that is not this site stands here with its reason. */
function policy(config: Config, nonce?: string): string {
  const secure = config.publicUrl.startsWith('https:');
  const directives = [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // A streamed page runs React's own lines, which know no Trusted Types; complete pages have no inline script at all.
    ...(nonce ? [] : ["require-trusted-types-for 'script'", 'trusted-types site-html']),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

const permissions = ['accelerometer', 'camera', 'display-capture', 'encrypted-media', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb', 'browsing-topics'];

/** Runs helmet once and keeps what it would set, so that cached pages carry the same headers at no cost. */
function readHelmet(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => { headers[name] = value; },
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
    contentSecurityPolicy: (nonce) => (nonce ? policy(config, nonce) : complete),
  };
}
