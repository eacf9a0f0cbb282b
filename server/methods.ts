import type { RequestHandler } from 'express';
import { isApi } from './api-path.ts';

/** What can be asked of addresses that are no pages; the routers take capitals, so these do. */
const allowed: [path: RegExp, methods: string][] = [
  [/^\/api\/news\/[^/]+\/comments\/?$/i, 'GET, HEAD, POST'],
  [/^\/api\/news(\/[^/]+)?\/?$/i, 'GET, HEAD'],
  [/^\/api\/(contact|trial\/start|monopay\/invoice\/create)\/?$/i, 'POST'],
  [/^\/reports\/csp$/i, 'POST'],
  [/^\/(assets|static|texts|media)\//i, 'GET, HEAD'],
  [/^\/(healthz|readyz)$/i, 'GET, HEAD'],
];

/** Pages with a form that works without JavaScript. */
const formPages = new Set(['contacts', 'gitl', 'news-article']);

export function pageMethods(routeName: string): string {
  return formPages.has(routeName) ? 'GET, HEAD, POST' : 'GET, HEAD';
}

/** Answers 405 with what is allowed, before anything else is made of such a request. */
export const refuseMethod: RequestHandler = (request, response, next) => {
  const methods = allowed.find(([path]) => path.test(request.path))?.[1];
  if (!methods || methods.split(', ').includes(request.method)) return next();
  response.status(405).set('Allow', methods);
  if (isApi(request.path)) response.json({ error: 'methodNotAllowed' });
  else response.type('text/plain').send('Method not allowed\n');
};
