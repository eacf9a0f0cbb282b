import type { RequestHandler } from 'express';
import { allowedMethods, rowFor } from './endpoint-table.ts';
import { siteRequestOf } from './request-context.ts';
import type { RequestGate } from './request-gate.ts';

/** The middleware for requests with rows in the table of endpoints. */
export function createEndpointMiddleware(gate: RequestGate): RequestHandler {
  return async (req, res, next) => {
    const { endpoint } = siteRequestOf(res);
    if (!endpoint) return next();
    const { rows, params } = endpoint;
    req.params = params;
    const row = rowFor(rows, req.method);
    if (!row) return gate.refuseMethod(req, res, allowedMethods(rows));
    res.setHeader('Cache-Control', row.cache);
    if (!row.precompressed) await gate.compress(req, res);
    if (row.method === 'POST' && !(await gate.acceptPost(req, res, row))) return;
    await row.handler(req, res);
  };
}
