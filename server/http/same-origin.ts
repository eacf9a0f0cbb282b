import type { Request } from 'express';

/**
 * Whether a post was made by a page of this site, as far as the browser tells. Posts of other sites' pages would use
 * the visitor's browser against this site. `Origin: null` comes with `same-origin` where a page hides its referrer.
 */
export function isSameOrigin(request: Request, publicOrigin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site === 'cross-site') return false;
  const origin = request.get('origin');
  // Not a browser, or an old one.
  if (!origin) return true;
  if (origin === publicOrigin) return true;
  if (origin === 'null') return site === 'same-origin';
  // Whatever name the site is reached by, its own pages name the same one.
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}
