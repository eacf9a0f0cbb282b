import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '#server/config/config.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { limitKinds, type LimitKind } from './endpoint-table.ts';
import type { OpenStore } from './redis.ts';

const minuteMs = 60_000;

/**
 * Kinds that programs send by themselves, and not visitors: `RATE_LIMIT=0` does not turn their limits off, and nobody
 * reads in a header what is left of them.
 */
const automatic: readonly LimitKind[] = ['report', 'vitals', 'error-report', 'webhook'];

/** Minimums that `RATE_LIMIT` does not lower, in requests a minute. */
const minAMinute: Partial<Record<LimitKind, number>> = {
  // Browsers report several things of one page at once.
  report: 30,
  vitals: 30,
  'error-report': 30,
  // The payment provider reports every payment from a few addresses; a signature costs little to check.
  webhook: 600,
  // Whoever works at the desk posts more often than a visitor.
  desk: 120,
};

/** Reads of articles, categories and orders that nobody has heard of; each asks the backend. A crawler that follows real links causes none. */
const guessesAMinute = 60;

interface Options {
  config: Pick<Config, 'rateLimit'>;
  metrics: Pick<Metrics, 'limited'>;
  /** Where copies share their counts; absent: every process counts for itself. */
  openStore?: OpenStore;
  /** Answers a request beyond its limit; `Retry-After` is set. */
  onLimited(req: Request, res: Response): unknown;
}

/**
 * Limits reads of a slug, an id or a category that is unknown here; true when it has answered the request, because it
 * was one too many.
 */
export type LimitGuesses = (req: IncomingMessage, res: ServerResponse, name: string) => Promise<boolean>;

export interface RateLimits {
  /** Limits one kind of request by address. `RATE_LIMIT=0` turns off what limits visitors. */
  of(kind: LimitKind): RequestHandler;
  /** Limits reads of what is unknown here. */
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
    const isAutomatic = automatic.includes(kind);
    if (config.rateLimit === 0 && !isAutomatic) continue;
    limiters.set(kind, create(kind, Math.max(config.rateLimit, minAMinute[kind] ?? 0), !isAutomatic));
  }
  return {
    of: (kind) => limiters.get(kind) ?? pass,
    guesses: config.rateLimit > 0 ? create('guess', Math.max(config.rateLimit, guessesAMinute), false) : pass,
  };
}
