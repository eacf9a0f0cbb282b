import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '#server/config/config.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { limitKinds, type LimitKind } from './endpoint-table.ts';
import type { CreateStore } from './redis.ts';
import { runMiddleware } from './run-middleware.ts';

const minuteMs = 60_000;

/**
 * The kinds that programs send, and not visitors: `RATE_LIMIT=0` does not turn their limits off, and their responses
 * have no headers with the remaining requests.
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
  // The staff at the desk posts more often than a visitor.
  desk: 120,
};

/**
 * The limit for reads of unknown articles, categories and orders, each of which calls the backend. A crawler that
 * follows real links causes none.
 */
const guessesAMinute = 60;

interface Options {
  config: Pick<Config, 'rateLimit'>;
  metrics: Pick<Metrics, 'limited'>;
  /** Creates the store in which copies share their counts; without it every process counts for itself. */
  createStore?: CreateStore;
  /** Whether a read of this name is no guess. */
  isKnownName(name: string): boolean;
  /** Responds to a request above its limit; `Retry-After` is already set. */
  onLimited(req: Request, res: Response): unknown;
}

/**
 * Limits reads of a slug, an id or a category that is unknown to this process; returns true when the request was above
 * the limit and has its response.
 */
export type LimitGuesses = (req: Request, res: Response, name: string) => Promise<boolean>;

export interface RateLimits {
  /** Limits one kind of request by address. `RATE_LIMIT=0` turns off the limits for visitors. */
  of(kind: LimitKind): RequestHandler;
  limitGuesses: LimitGuesses;
}

const pass: RequestHandler = (_req, _res, next) => next();

export function createRateLimits({ config, metrics, createStore, isKnownName, onLimited }: Options): RateLimits {
  function create(kind: LimitKind | 'guess', limit: number, shownToSender: boolean): RequestHandler {
    return rateLimit({
      windowMs: minuteMs,
      limit,
      identifier: kind,
      standardHeaders: shownToSender ? 'draft-8' : false,
      legacyHeaders: false,
      store: createStore?.(kind),
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
  const guesses = config.rateLimit > 0 ? create('guess', Math.max(config.rateLimit, guessesAMinute), false) : pass;
  return {
    of: (kind) => limiters.get(kind) ?? pass,
    limitGuesses: async (req, res, name) => !isKnownName(name) && !(await runMiddleware(guesses, req, res)),
  };
}
