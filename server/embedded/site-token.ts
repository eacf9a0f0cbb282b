import type { RequestHandler } from 'express';
import { matchesToken } from '#server/http/token.ts';

/** Answers 401 where a call does not come from the site, which sends BACKEND_TOKEN as `x-token`. */
export const requireSiteToken =
  (token: string): RequestHandler =>
  (req, res, next) => {
    if (matchesToken(String(req.headers['x-token']), token)) next();
    else res.status(401).json({ error: 'The token is missing or wrong' });
  };
