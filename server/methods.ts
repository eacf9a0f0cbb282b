import type { RequestHandler } from 'express';
import { isApi } from './api-path.ts';

/** What can be asked of addresses that are no pages. */
const allowed: [path: RegExp, methods: string][] = [
  [/^\/api\/news\/[^/]+\/comments\/?$/, 'GET, HEAD, POST'],
  [/^\/api\/news(\/[^/]+)?\/?$/, 'GET, HEAD'],
  [/^\/api\/(contact|trial\/start|monopay\/invoice\/create)\/?$/, 'POST'],
  [/^\/reports\/csp$/, 'POST'],
  [/^\/(assets|static|texts|media)\//, 'GET, HEAD'],
  [/^\/(healthz|readyz)$/, 'GET, HEAD'],
];

/** Answers 405 with what is allowed, before anything else is made of such a request. */
export const refuseMethod: RequestHandler = (request, response, next) => {
  const methods = allowed.find(([path]) => path.test(request.path))?.[1];
  if (!methods || methods.split(', ').includes(request.method)) return next();
  response.status(405).set('Allow', methods);
  if (isApi(request.path)) response.json({ error: 'methodNotAllowed' });
  else response.type('text/plain').send('Method not allowed\n');
};
