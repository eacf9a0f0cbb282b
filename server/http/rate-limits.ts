import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { findEndpoint, isApi, postKinds, type PostKind } from './endpoints.ts';
import type { OpenStore } from './redis.ts';

const minuteMs = 60_000;

/** What browsers tell by themselves: a page may report many things at once, beyond this it only tells the same again. */
const beaconsAMinute = 30;

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
  const limiterOf = (kind: PostKind) =>
    rateLimit({
      windowMs: minuteMs,
      limit: config.rateLimit,
      identifier: kind,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      store: openStore?.(kind),
      handler(request, response, next) {
        metrics.limited(kind);
        if (isApi(request.path)) response.status(429).json({ error: 'tooMany', errors: { form: 'tooMany' } });
        else onLimited(request, response).catch(next);
      },
    });
  const limiters = new Map(postKinds.map((kind) => [kind, limiterOf(kind)]));
  return (request, response, next) => {
    const kind = request.method === 'POST' ? findEndpoint(request.path)?.posts : undefined;
    const limiter = kind && limiters.get(kind);
    if (!limiter) return next();
    return limiter(request, response, next);
  };
}
