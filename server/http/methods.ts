import type { RequestHandler } from 'express';
import { findEndpoint, isApi } from './endpoints.ts';

/** Answers 405 with what is allowed, before anything else is made of such a request. */
export const refuseMethod: RequestHandler = (request, response, next) => {
  const methods = findEndpoint(request.path)?.methods;
  if (!methods || methods.split(', ').includes(request.method)) return next();
  response.status(405).set('Allow', methods);
  if (isApi(request.path)) response.json({ error: 'methodNotAllowed' });
  else response.type('text/plain').send('Method not allowed\n');
};
