import type { Request } from 'express';

/**
 * Whether a post was made by a page of this site, by the headers of the browser. Other sites could otherwise post with
 * the visitor's cookies. `Origin: null` comes with `same-origin` when a page hides its referrer.
 */
export function isSameOrigin(request: Request, publicOrigin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site === 'cross-site') return false;
  const origin = request.get('origin');
  // The client is not a browser, or an old one.
  if (!origin) return true;
  if (origin === publicOrigin) return true;
  if (origin === 'null') return site === 'same-origin';
  // The site may be reached by several host names; its pages send the same name in Origin and in Host.
  const host = URL.parse(origin)?.host;
  return host !== undefined && host === request.get('host');
}
