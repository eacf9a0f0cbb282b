import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '#server/config/config.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { limitKinds, type LimitKind } from './endpoint-table.ts';
import type { OpenStore } from './redis.ts';

const minuteMs = 60_000;

/** Browsers report several things of one page at once, so these kinds have a minimum that `RATE_LIMIT` does not lower. */
const minReportsAMinute = 30;
const reportKinds: readonly LimitKind[] = ['report', 'vitals', 'error-report'];

/** The payment provider reports every payment from a few addresses; a signature costs little to check. */
const minWebhooksAMinute = 600;
/** Whoever works at the desk posts more often than a visitor. */
const minDeskPostsAMinute = 120;

/** Reads of articles that nobody has heard of; each asks the backend. A crawler that follows real links causes none. */
const guessesAMinute = 60;

interface Options {
  config: Pick<Config, 'rateLimit'>;
  metrics: Metrics;
  /** Where copies share their counts; absent: every process counts for itself. */
  openStore?: OpenStore;
  /** Answers a request beyond its limit; `Retry-After` is set. */
  onLimited(req: Request, res: Response): unknown;
}

export interface RateLimits {
  /** Limits one kind of request by address. `RATE_LIMIT=0` turns all limits off but those of reports. */
  of(kind: LimitKind): RequestHandler;
  /** Limits reads whose slug or id is unknown here. */
  guesses: RequestHandler;
}

const pass: RequestHandler = (_req, _res, next) => next();

export function createRateLimits({ config, metrics, openStore, onLimited }: Options): RateLimits {
  function create(kind: LimitKind | 'guess', limit: number, shownToSender: boolean): RequestHandler {
    return rateLimit({
      windowMs: minuteMs,
      limit,
      identifier: kind,
      standardHeaders: shownToSender ? 'draft-8' : false,
      legacyHeaders: false,
      store: openStore?.(kind),
      handler(req, res, next) {
        metrics.limited(kind);
        Promise.resolve(onLimited(req, res)).catch(next);
      },
    });
  }
  const limiters = new Map<LimitKind, RequestHandler>();
  for (const kind of limitKinds) {
    const isReport = reportKinds.includes(kind);
    if (kind === 'webhook') limiters.set(kind, create(kind, Math.max(config.rateLimit, minWebhooksAMinute), false));
    else if (isReport) limiters.set(kind, create(kind, Math.max(config.rateLimit, minReportsAMinute), false));
    else if (config.rateLimit > 0) {
      const limit = kind === 'desk' ? Math.max(config.rateLimit, minDeskPostsAMinute) : config.rateLimit;
      limiters.set(kind, create(kind, limit, true));
    }
  }
  return {
    of: (kind) => limiters.get(kind) ?? pass,
    guesses: config.rateLimit > 0 ? create('guess', Math.max(config.rateLimit, guessesAMinute), false) : pass,
  };
}
