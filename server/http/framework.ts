import express, { type Express } from 'express';
import type { Config } from '#server/config/config.ts';

/**
 * Creates an Express app without middleware. Its query parser is off, because the query is parsed once, with the
 * address.
 */
export function createFramework({ trustProxy }: Pick<Config, 'trustProxy'>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', trustProxy).set('query parser', false);
  return app;
}
