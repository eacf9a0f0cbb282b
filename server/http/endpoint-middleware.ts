import type { RequestHandler, Response } from 'express';
import { allowedMethods, rowFor, type EndpointMatch } from './endpoint-table.ts';
import { contextOf } from './request-context.ts';
import type { RequestGate } from './request-gate.ts';

interface Options {
  gate: RequestGate;
  /** The resolved request; `endpoint` is null for a page. */
  siteRequestOf(res: Response): { endpoint: EndpointMatch | null };
}

/** The middleware for requests with rows in the table of endpoints. */
export function createEndpointMiddleware({ gate, siteRequestOf }: Options): RequestHandler {
  return async (req, res, next) => {
    const { endpoint } = siteRequestOf(res);
    if (!endpoint) return next();
    const { rows, params } = endpoint;
    contextOf(res).route = rows[0]?.name ?? 'other';
    req.params = params;
    const row = rowFor(rows, req.method);
    if (!row) return gate.refuseMethod(req, res, allowedMethods(rows));
    res.setHeader('Cache-Control', row.cache);
    if (!row.precompressed) await gate.compress(req, res);
    if (row.method === 'POST' && !(await gate.acceptPost(req, res, row))) return;
    await row.handler(req, res);
  };
}
