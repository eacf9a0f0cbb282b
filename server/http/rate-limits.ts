import type { Request, Response } from 'express';
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
  /** Responds to a request above its limit where its sender gives no response of its own. */
  respondTooMany: RespondTooMany;
}

/** Responds to a request above its limit; `Retry-After` is already set. */
export type RespondTooMany = (req: Request, res: Response) => unknown;

/**
 * Limits reads of a slug, an id or a category that is unknown to this process; returns true when the request was above
 * the limit and has its response.
 */
export type LimitGuesses = (req: Request, res: Response, name: string) => Promise<boolean>;

export interface RateLimits {
  /**
   * Limits posts of one kind by address; returns true when the post was above the limit and has its response.
   * `RATE_LIMIT=0` turns off the limits for visitors.
   */
  limitPost(kind: LimitKind, req: Request, res: Response, respond?: RespondTooMany): Promise<boolean>;
  limitGuesses: LimitGuesses;
}

/** Returns true when the request was above the limit and has its response. */
type Limiter = (req: Request, res: Response, respond?: RespondTooMany) => Promise<boolean>;

export function createRateLimits({ config, metrics, createStore, isKnownName, respondTooMany }: Options): RateLimits {
  function create(kind: LimitKind | 'guess', limit: number, shownToSender: boolean): Limiter {
    const aboveLimit = new Error(`above the limit of ${kind}`);
    const count = rateLimit({
      windowMs: minuteMs,
      limit,
      identifier: kind,
      standardHeaders: shownToSender ? 'draft-8' : false,
      legacyHeaders: false,
      store: createStore?.(kind),
      handler: (_req, _res, next) => next(aboveLimit),
    });
    return async (req, res, respond = respondTooMany) => {
      try {
        return !(await runMiddleware(count, req, res));
      } catch (error) {
        if (error !== aboveLimit) throw error;
      }
      metrics.limited(kind);
      await respond(req, res);
      return true;
    };
  }
  const limiters = new Map<LimitKind, Limiter>();
  for (const kind of limitKinds) {
    const isAutomatic = automatic.includes(kind);
    if (config.rateLimit === 0 && !isAutomatic) continue;
    limiters.set(kind, create(kind, Math.max(config.rateLimit, minAMinute[kind] ?? 0), !isAutomatic));
  }
  const guesses = config.rateLimit > 0 && create('guess', Math.max(config.rateLimit, guessesAMinute), false);
  return {
    limitPost: async (kind, req, res, respond) => (await limiters.get(kind)?.(req, res, respond)) ?? false,
    limitGuesses: async (req, res, name) => guesses && !isKnownName(name) && guesses(req, res),
  };
}
