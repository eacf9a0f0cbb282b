import compression from 'compression';
import type { Request, Response } from 'express';
import type { Config } from '#server/config/config.ts';
import { hasWantedType, parseBody } from './body/parse.ts';
import { createOriginOf } from './desk-host.ts';
import type { BodyPolicy, PostKind } from './endpoint-table.ts';
import type { GuessableName, RateLimits } from './rate-limits.ts';
import { runMiddleware } from './run-middleware.ts';
import { isSameOrigin } from './same-origin.ts';

/** The checks of a post, as defined by its endpoint row or form. */
interface PostPolicy {
  body?: BodyPolicy | undefined;
  rateLimit?: PostKind | undefined;
  anyOrigin?: boolean | undefined;
  /** Responds when the post is above its limit; without it the sender gets an error. */
  respondTooMany?: (() => Promise<void>) | undefined;
}

type ErrorKey = 'foreignOrigin' | 'unsupportedType' | 'methodNotAllowed' | 'tooMany';

interface Options {
  limits: RateLimits;
  config: Pick<Config, 'publicUrl' | 'deskHost'>;
  sendError(res: Response, status: number, key: ErrorKey, errors?: Record<string, string>): void;
}

/** A HEAD request as the GET request whose headers it gets (RFC 9110, section 9.3.2): `compression` skips HEAD. */
const asGet = (req: Request): Request =>
  req.method === 'HEAD' ? (Object.create(req, { method: { value: 'GET' } }) as Request) : req;

export interface RequestGate {
  /** Compresses the response while it is sent, where the client accepts that. */
  compress(req: Request, res: Response): Promise<unknown>;
  /**
   * Checks a post and parses its body. Returns false if it has refused the post and has sent the response. Throws an
   * AlreadyRespondedError when a middleware has sent the response, and an error with a `status` for a body that cannot be
   * parsed.
   */
  acceptPost(req: Request, res: Response, policy: PostPolicy): Promise<boolean>;
  /**
   * Limits reads of names that are unknown to this process; with null, nothing is limited. If the request exceeds the
   * limit, sends 429 and returns true.
   */
  limitGuesses(req: Request, res: Response, name: GuessableName | null): Promise<boolean>;
  /** Limits reads of personal pages. If the request exceeds the limit, sends 429 and returns true. */
  limitPersonalPages(req: Request, res: Response): Promise<boolean>;
  /**
   * Responds to OPTIONS with `Allow`, and to any other method with 405. Both describe the pattern of the path: whether
   * a file or an article of this name exists is only looked up for GET, so that OPTIONS makes no call to the backend.
   */
  refuseMethod(req: Request, res: Response, allow: string): void;
}

/**
 * Creates what endpoints and pages have in common before and around their handlers: it compresses responses, checks and
 * parses posts, refuses reads above their limits, and responds to OPTIONS and to methods without a handler. The gate is
 * used in Express, after the request has been resolved and was not answered from the page cache. The guard has checked
 * the head and the length of the body before (accept-request.ts). rate-limits.ts counts requests; the gate refuses them.
 */
export function createRequestGate({ limits, config, sendError }: Options): RequestGate {
  const compress = compression({ threshold: 512 });
  const originOf = createOriginOf(config);
  const sendTooMany = (res: Response) => sendError(res, 429, 'tooMany', { form: 'tooMany' });

  return {
    compress: (req, res) => runMiddleware(compress, asGet(req), res),
    async acceptPost(req, res, { body, rateLimit, anyOrigin, respondTooMany }) {
      if (!anyOrigin && !isSameOrigin(req, originOf(req))) {
        sendError(res, 403, 'foreignOrigin');
        return false;
      }
      if (rateLimit && (await limits.isPostAboveLimit(rateLimit, req, res))) {
        if (respondTooMany) await respondTooMany();
        else sendTooMany(res);
        return false;
      }
      if (!body) return true;
      if (!hasWantedType(req, body)) {
        sendError(res, 415, 'unsupportedType');
        return false;
      }
      await parseBody(req, res, body);
      return true;
    },
    async limitGuesses(req, res, name) {
      if (name === null || !(await limits.isGuessAboveLimit(req, res, name))) return false;
      sendTooMany(res);
      return true;
    },
    async limitPersonalPages(req, res) {
      if (!(await limits.isPersonalPageAboveLimit(req, res))) return false;
      sendTooMany(res);
      return true;
    },
    refuseMethod(req, res, allow) {
      res.set('Allow', allow);
      if (req.method === 'OPTIONS') res.status(204).set('Cache-Control', 'no-store').end();
      else sendError(res, 405, 'methodNotAllowed');
    },
  };
}
