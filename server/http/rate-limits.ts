import type { Request, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { propertyOf } from '#shared/property-of.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/lib/log.ts';
import { postKinds, type PostKind, type ReadKind } from './endpoint-table.ts';
import { MemoryCounts } from './memory-counts.ts';
import { runMiddleware } from './run-middleware.ts';

const minuteMs = 60_000;

/**
 * The kinds that programs send, and not visitors: `RATE_LIMIT=0` does not turn their limits off, and their responses
 * have no headers with the remaining requests.
 */
const automatic: readonly PostKind[] = ['report', 'vitals', 'error-report', 'webhook', 'purge'];

/** Minimums for any `RATE_LIMIT` above 0, in requests a minute; 0 turns off all but `automatic`. */
const minAMinute: Partial<Record<PostKind, number>> = {
  // Browsers report several things of one page at once.
  report: 30,
  vitals: 30,
  'error-report': 30,
  // The payment provider reports every payment from a few addresses; a signature costs little to check.
  webhook: 600,
  // A backend reports every comment and every change of an article from one address.
  purge: 600,
  // The staff at the desk posts more often than a visitor.
  desk: 120,
};

/** Minimums for any `RATE_LIMIT` above 0, in reads a minute; 0 turns these limits off. */
const readsAMinute: Record<ReadKind, number> = {
  // Reads of unknown articles, categories, orders and pictures, each of which calls the backend. A crawler that follows
  // real links causes none, except once for each picture in an old article after a restart.
  guess: 60,
  // Personal pages. A visitor opens a few a minute, and many visitors may share an address.
  'personal-page': 120,
};

/** The name of something that a request reads from the backend; a visitor may have made it up. */
export interface GuessableName {
  kind: 'slug' | 'id' | 'category' | 'order' | 'picture';
  name: string;
}

/** Creates the store for one kind of limit. */
export type CreateStore = (prefix: string) => Store;

export interface RateLimitMetrics {
  /** Counts a request above a limit. */
  limited(kind: PostKind | ReadKind): void;
}

interface Options {
  config: Pick<Config, 'rateLimit'>;
  metrics: RateLimitMetrics;
  log: Pick<Log, 'warn' | 'error'>;
  /** Creates the store in which copies share their counts; without it every process counts for itself. */
  createStore?: CreateStore;
  /** Whether a read of this name is no guess. */
  isKnownName(name: GuessableName): boolean;
}

/** Counts requests by address; a request above its limit has `Retry-After` set and must be refused. */
export interface RateLimits {
  /** Whether a post of one kind is above its limit. `RATE_LIMIT=0` turns off the limits for visitors. */
  isPostAboveLimit(kind: PostKind, req: Request, res: Response): Promise<boolean>;
  /** Whether a read is above the limit for names that are unknown to this process. */
  isGuessAboveLimit(req: Request, res: Response, name: GuessableName): Promise<boolean>;
  /** Whether a read of a personal page is above its limit. */
  isPersonalPageAboveLimit(req: Request, res: Response): Promise<boolean>;
}

/** Whole seconds until a time; a minute when the store does not know it. */
const secondsUntil = (time: unknown) =>
  Math.max(1, Math.ceil((time instanceof Date ? time.getTime() - Date.now() : minuteMs) / 1000));

/**
 * Creates the logger of the package. What it finds wrong with a request, such as X-Forwarded-For without TRUST_PROXY, is
 * a warning: anybody can send such a request.
 */
function createLogger(log: Options['log']) {
  const write = (level: 'warn' | 'error') => (error: unknown) => {
    const code = propertyOf(error, 'code');
    const isAboutRequest = typeof code === 'string' && code.startsWith('ERR_ERL_');
    // The text about a request may contain the visitor's address, which is not logged.
    if (isAboutRequest) log.warn({ code }, 'a request cannot be counted by its address');
    else log[level]({ reason: String(error) }, 'the rate limit has a problem');
  };
  return { warn: write('warn'), error: write('error') };
}

type Limiter = (req: Request, res: Response) => Promise<boolean>;

/**
 * Creates the limits of requests a minute, for each kind and address of a client. They are counted in `createStore`, or
 * in memory. `RATE_LIMIT=0` turns off all limits except those of `automatic`.
 */
export function createRateLimits({ config, metrics, log, createStore, isKnownName }: Options): RateLimits {
  const logger = createLogger(log);
  function create(kind: PostKind | ReadKind, limit: number, shownToSender: boolean): Limiter {
    const aboveLimit = new Error(`above the limit of ${kind}`);
    const count = rateLimit({
      windowMs: minuteMs,
      limit,
      identifier: kind,
      standardHeaders: shownToSender ? 'draft-8' : false,
      legacyHeaders: false,
      logger,
      store: createStore?.(kind) ?? new MemoryCounts(),
      handler(req, res, next) {
        // The package sets the header only together with those of the remaining requests.
        res.setHeader('Retry-After', String(secondsUntil(propertyOf(propertyOf(req, 'rateLimit'), 'resetTime'))));
        next(aboveLimit);
      },
    });
    return async (req, res) => {
      // The visitor has cut the connection, so there is no address to count. The headers of the package need one.
      if (req.ip === undefined) return true;
      try {
        return !(await runMiddleware(count, req, res));
      } catch (error) {
        if (error !== aboveLimit) throw error;
        metrics.limited(kind);
        return true;
      }
    };
  }
  const limiters = new Map<PostKind, Limiter>();
  for (const kind of postKinds) {
    const isAutomatic = automatic.includes(kind);
    if (config.rateLimit === 0 && !isAutomatic) continue;
    limiters.set(kind, create(kind, Math.max(config.rateLimit, minAMinute[kind] ?? 0), !isAutomatic));
  }
  const createForReads = (kind: ReadKind): Limiter =>
    config.rateLimit === 0
      ? () => Promise.resolve(false)
      : create(kind, Math.max(config.rateLimit, readsAMinute[kind]), false);
  const isAboveGuesses = createForReads('guess');
  return {
    isPostAboveLimit: async (kind, req, res) => (await limiters.get(kind)?.(req, res)) ?? false,
    isGuessAboveLimit: async (req, res, name) => !isKnownName(name) && isAboveGuesses(req, res),
    isPersonalPageAboveLimit: createForReads('personal-page'),
  };
}
