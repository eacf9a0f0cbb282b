import type { RequestHandler, Response } from 'express';
import { allowedMethods, rowFor, type EndpointMatch } from './endpoint-table.ts';
import { contextOf } from './request-context.ts';
import type { RequestGate } from './request-gate.ts';

interface Options {
  gate: RequestGate;
  /** The rows of the resolved request; null for a page. */
  endpointOf(res: Response): EndpointMatch | null;
}

/** The middleware for requests with rows in the table of endpoints. */
export function createAnswerEndpoint({ gate, endpointOf }: Options): RequestHandler {
  return async (req, res, next) => {
    const endpoint = endpointOf(res);
    if (!endpoint) return next();
    const { rows, params } = endpoint;
    const [first] = rows;
    contextOf(res).route = first?.name ?? 'other';
    req.params = params;
    const row = rowFor(rows, req.method);
    if (!row || (req.method === 'OPTIONS' && row.method !== 'ANY'))
      return gate.refuseMethod(req, res, allowedMethods(rows), first?.errors);
    res.setHeader('Cache-Control', row.cache);
    if (!row.precompressed) await gate.compress(req, res);
    if (row.method === 'POST' && !(await gate.acceptPost(req, res, row))) return;
    await row.handler(req, res);
  };
}
