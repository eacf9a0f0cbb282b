import type { Request, RequestHandler } from 'express';
import type { Config } from '../config.ts';

/** Whether a post was made by a page of this site, as far as the browser tells. */
function isOwn(request: Request, publicOrigin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site === 'cross-site') return false;
  const origin = request.get('origin');
  if (!origin) return true; // not a browser, or an old one
  if (origin === publicOrigin) return true;
  // Whatever name the site is asked by, its own pages name the same one.
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}

/** Posts from other sites' pages are refused: they would use the visitor's browser against this site. */
export function refuseForeign(config: Config): RequestHandler {
  const publicOrigin = new URL(config.publicUrl).origin;
  return (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads || isOwn(request, publicOrigin)) next();
    else response.status(403).json({ error: 'foreignOrigin' });
  };
}
