import express, { type Express, type RequestHandler } from 'express';
import { createErrorHandler } from './pages/error-handler.ts';
import type { Services } from './services.ts';

/** Express with the site's own dispatcher as its one middleware, and the error page behind it. */
export function createExpressApp({ config, pages, sendPlain, log }: Services, dispatch: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.trustProxy).set('query parser', 'simple');
  return app.use(dispatch).use(createErrorHandler(pages, sendPlain, log));
}
