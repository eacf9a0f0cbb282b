import type { ServerResponse } from 'node:http';
import { languages } from '#shared/languages.ts';
import type { Config } from '../config.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import type { Manifest } from '../manifest.ts';
import { languageCookie } from './language.ts';
import { bodyOf, type Encoding, type StoredLines, type StoredPage } from './page-cache.ts';
import type { Target } from './target.ts';

type PageKind = Pick<StoredPage, 'status' | 'degraded'>;

export interface PageHeaders {
  /** The lines of every page's answer: names and values in turn. */
  common(target: Pick<Target, 'choice' | 'key'>, page: PageKind): string[];
  /** The lines of a stored page's answer, kept with the page; each request writes its own values into two of them. */
  stored(target: Pick<Target, 'choice' | 'key' | 'kind'>, page: StoredPage, encoding: Encoding | 'none'): StoredLines;
}

export function createPageHeaders(config: Config, manifest: Manifest, security: SecurityHeaders): PageHeaders {
  const preloads = `<${manifest.stylesheet}>; rel=preload; as=style`;

  function isShared({ choice, key }: Pick<Target, 'choice' | 'key'>, { status, degraded }: PageKind): boolean {
    return key !== null && status === 200 && !choice.changed && !degraded;
  }

  function common(target: Pick<Target, 'choice' | 'key'>, page: PageKind): string[] {
    const { language, fromAddress, changed } = target.choice;
    return [
      ...Object.entries(security.common).flat(),
      'Content-Language',
      languages[language].html,
      'Vary',
      fromAddress ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding, Accept-Language, Cookie',
      'Cache-Control',
      isShared(target, page) ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'private, no-cache',
      // What a CDN may send as early hints.
      'Link',
      preloads,
      ...(changed ? ['Set-Cookie', languageCookie(language, config)] : []),
    ];
  }

  function stored(
    target: Pick<Target, 'choice' | 'key' | 'kind'>,
    page: StoredPage,
    encoding: Encoding | 'none',
  ): StoredLines {
    const byEncoding = page.headers.get(target.kind) ?? {};
    page.headers.set(target.kind, byEncoding);
    byEncoding[encoding] ??= print(target, page, encoding);
    return byEncoding[encoding];
  }

  function print(target: Pick<Target, 'choice' | 'key'>, page: StoredPage, encoding: Encoding | 'none'): StoredLines {
    const lines = [
      'X-Request-Id',
      '',
      'Server-Timing',
      '',
      ...common(target, page),
      'Content-Security-Policy',
      security.contentSecurityPolicy(),
      'Reporting-Endpoints',
      security.reportingEndpoints,
      'ETag',
      page.etag,
      ...(page.status === 503 ? ['Retry-After', '30'] : []),
      ...(encoding === 'none'
        ? []
        : ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(bodyOf(page, encoding).length)]),
      ...(encoding === 'br' || encoding === 'gzip' ? ['Content-Encoding', encoding] : []),
    ];
    return { lines, requestIdAt: 1, timingAt: 3 };
  }

  return { common, stored };
}

/** One array and one call is the quickest that node:http can be told; it works only where nothing is set yet. */
export function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, lines);
    return;
  }
  response.statusCode = status;
  for (let at = 0; at < lines.length; at += 2) response.setHeader(lines[at] as string, lines[at + 1] as string);
}
