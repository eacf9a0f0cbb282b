import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { propertyOf } from '#shared/property-of.ts';
import { UnavailableError } from '#server/backend/backend-error.ts';
import { AlreadyRespondedError } from '#server/http/body/request-error.ts';
import { contextOf, siteRequestOf } from '#server/http/request-context.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import type { Log } from '#server/lib/log.ts';
import type { SendText } from '#server/http/text-response.ts';
import type { Pages } from './pages.ts';
import { BusyError } from './render-limits.ts';

/**
 * Responds to an error of a handler: 503 while too many pages are rendered, 4xx for an invalid request, else the error
 * page with the id of the request, with 503 while the backend fails.
 */
export function createErrorHandler(
  pages: Pick<Pages, 'respondWithError'>,
  sendText: SendText,
  log: Log,
): ErrorRequestHandler {
  return async (error: unknown, req: Request, res: Response, _next: NextFunction) => {
    if (error instanceof AlreadyRespondedError && res.headersSent) return;
    if (error instanceof BusyError) {
      res.set('Retry-After', retryAfter.queue);
      sendText(res, 503, 'busy');
      return;
    }
    const given = propertyOf(error, 'status');
    const status = typeof given === 'number' ? given : 500;
    const { id } = contextOf(res);
    if (error instanceof UnavailableError) log.warn({ id, err: error }, 'a request failed because of the backend');
    else if (status >= 500) log.error({ id, err: error }, 'a request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.set('Cache-Control', 'no-store');
    if (status === 503) res.set('Retry-After', retryAfter.backend);
    const invalid = status === 413 ? 'tooLarge' : 'badRequest';
    if (siteRequestOf(res).errorFormat === 'json') {
      res.status(status).json({ error: status < 500 ? invalid : 'failed', requestId: id });
      return;
    }
    if (status < 500) {
      sendText(res, status, invalid);
      return;
    }
    await pages.respondWithError(req, res, status === 503 ? 503 : 500).catch((second: unknown) => {
      log.fatal({ id, err: second }, 'the error page failed too');
      sendText(res, 500, 'failed', { id });
    });
  };
}
