import type { ServerResponse } from 'node:http';
import { languages } from '#shared/languages.ts';
import { allRoutes } from '#client/routes.ts';
import type { Config } from '#server/config/config.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import { languageCookie } from '#server/http/choose-language.ts';
import { bodyOf, type CompletePage } from './page-cache.ts';
import type { Encoding, SiteRequest } from '#server/http/request-context.ts';

export type PageRequest = Pick<SiteRequest, 'choice' | 'key' | 'variant'>;

/** The properties of a page that decide its headers, in addition to the request. */
interface PageKind {
  status: number;
  /** Whether shared caches, such as a CDN, may store the page: it is for all visitors and has no fallback content. */
  isPublic: boolean;
  /** The nonce of a streamed page, whose inline scripts need it. */
  nonce?: string;
  /** The source for the inline styles of a complete page. */
  styleSource?: string;
}

export interface PageHeaders {
  /** The header lines of a streamed page: names and values in turn. */
  streamed(request: PageRequest, status: number, nonce: string): string[];
  /** The header lines of a complete page, cached with the page; setOwnValues() completes them for a response. */
  complete(request: PageRequest, page: CompletePage, encoding: Encoding | 'none'): string[];
}

/** Writes the values that differ for each response into the header lines of a complete page. */
export function setOwnValues(lines: string[], requestId: string, timing: string, ageSeconds: number): void {
  lines[1] = requestId;
  lines[3] = timing;
  lines[5] = String(ageSeconds);
}

/**
 * The parameters that any page reads. For browser caches and prefetches, addresses that differ only in other
 * parameters, such as those of campaigns, are one page.
 */
const knownParameters = new Set(['lang', ...allRoutes().flatMap(({ query, personal }) => [...query, ...personal])]);
const noVarySearch = `key-order, params, except=(${[...knownParameters].map((name) => `"${name}"`).join(' ')})`;

const publicCacheControl = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Creates the functions that make the headers of pages. */
export function createPageHeaders(
  config: Pick<Config, 'publicUrl'>,
  manifest: Pick<Manifest, 'stylesheet'>,
  security: SecurityHeaders,
): PageHeaders {
  const preloads = `<${manifest.stylesheet}>; rel=preload; as=style`;

  /** Makes every header of a page, complete or streamed, except those that depend on its bytes. */
  function print({ choice }: PageRequest, { status, isPublic, nonce, styleSource }: PageKind): string[] {
    const { language, fromAddress, changed } = choice;
    return [
      ...Object.entries(security.common).flat(),
      'Content-Language',
      languages[language].html,
      'Vary',
      fromAddress ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding, Accept-Language, Cookie',
      'No-Vary-Search',
      noVarySearch,
      'Cache-Control',
      isPublic && status === 200 && !changed ? publicCacheControl : 'private, no-cache',
      // A CDN may send the preload as early hints.
      ...(styleSource ? [] : ['Link', preloads]),
      'Content-Security-Policy',
      security.contentSecurityPolicy({ nonce, styleSource }),
      'Reporting-Endpoints',
      security.reportingEndpoints,
      'Content-Type',
      'text/html; charset=utf-8',
      ...(status === 503 ? ['Retry-After', retryAfter.backend] : []),
      ...(changed ? ['Set-Cookie', languageCookie(language, config)] : []),
    ];
  }

  function printComplete(request: PageRequest, page: CompletePage, encoding: Encoding | 'none'): string[] {
    const { status, degraded, failedAt, styleSource } = page;
    const isPublic = request.key !== null && !degraded && failedAt === undefined;
    return [
      // setOwnValues() writes the first three values.
      'X-Request-Id',
      '',
      'Server-Timing',
      '',
      'Age',
      '',
      ...print(request, { status, isPublic, styleSource }),
      'ETag',
      page.etag,
      ...(encoding === 'none' ? [] : ['Content-Length', String(bodyOf(page, encoding).length)]),
      ...(encoding === 'none' || encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
  }

  return {
    streamed: (request, status, nonce) => print(request, { status, isPublic: false, nonce }),
    complete(request, page, encoding) {
      const byEncoding = page.headers.get(request.variant) ?? {};
      page.headers.set(request.variant, byEncoding);
      byEncoding[encoding] ??= printComplete(request, page, encoding);
      return byEncoding[encoding];
    },
  };
}

/** One array in one call is the fastest way through node:http; it works only when no header is set yet. */
export function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, lines);
    return;
  }
  response.statusCode = status;
  for (let at = 0; at < lines.length; at += 2) {
    const [name = '', value = ''] = lines.slice(at, at + 2);
    // The handler of a form knows better than the page when its post may be repeated.
    if (name !== 'Retry-After' || !response.hasHeader(name)) response.setHeader(name, value);
  }
}
