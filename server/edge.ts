import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { isApi } from './api-path.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { OpenStore } from './redis.ts';

const minuteMs = 60_000;

/**
 * Each kind of post has a limit of its own, whether it comes by /api or from a page's form. The routers take capitals
 * and a slash at the end, so these do.
 */
const kinds: [kind: string, path: RegExp][] = [
  ['comment', /^\/(api\/news\/[^/]+\/comments|news\/[^/]+)\/?$/i],
  ['contact', /^\/(api\/contact|contacts)\/?$/i],
  ['trial', /^\/api\/trial\/start\/?$/i],
  ['invoice', /^\/(api\/monopay\/invoice\/create|gitl)\/?$/i],
  ['payment', /^\/sandbox\/pay\/[^/]+\/?$/i],
];

/** What browsers tell by themselves: a page may report many things at once, beyond this it only tells the same again. */
const beaconsAMinute = 30;

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

interface LimitTools {
  config: Config;
  metrics: Metrics;
  /** Where copies share their counts; absent: every process counts for itself. */
  openStore?: OpenStore;
}

/** Limits what browsers tell by themselves, which nobody reads the answer to. */
export function limitBeacons({ config, metrics, openStore }: LimitTools, kind: 'report' | 'vitals'): RequestHandler {
  return rateLimit({
    windowMs: minuteMs,
    limit: Math.max(config.rateLimit, beaconsAMinute),
    identifier: kind,
    standardHeaders: false,
    legacyHeaders: false,
    store: openStore?.(kind),
    handler(_request, response) {
      metrics.limited(kind);
      response.status(429).end();
    },
  });
}

/** Limits posts by address, with RateLimit headers; `onLimited` answers a page's form in its own way. */
export function limitPosts(
  { config, metrics, openStore }: LimitTools,
  onLimited: (request: Request, response: Response) => Promise<void>,
): RequestHandler {
  if (config.rateLimit === 0) return (_request, _response, next) => next();
  const limiters = kinds.map(([kind, path]) => ({
    path,
    limit: rateLimit({
      windowMs: minuteMs,
      limit: config.rateLimit,
      identifier: kind,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      store: openStore?.(kind),
      handler: async (request, response) => {
        metrics.limited(kind);
        if (isApi(request.path)) response.status(429).json({ error: 'tooMany', errors: { form: 'tooMany' } });
        else await onLimited(request, response);
      },
    }),
  }));
  return (request, response, next) => {
    const limiter = request.method === 'POST' ? limiters.find(({ path }) => path.test(request.path)) : undefined;
    if (!limiter) return next();
    return limiter.limit(request, response, next);
  };
}
