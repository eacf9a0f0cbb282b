import type { RequestHandler } from 'express';
import { matchesToken } from '#server/http/token.ts';

/** Responds with 401 unless the call carries BACKEND_TOKEN as `x-token`, as the site sends it. */
export const requireSiteToken =
  (token: string): RequestHandler =>
  (req, res, next) => {
    if (matchesToken(String(req.headers['x-token']), token)) next();
    else res.status(401).json({ error: 'The token is missing or wrong' });
  };
