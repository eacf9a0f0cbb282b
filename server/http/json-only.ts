import type { RequestHandler } from 'express';

/** A call takes JSON alone: a form of another site cannot make such a post. */
export const jsonOnly: RequestHandler = (req, res, next) => {
  if (req.is('application/json')) next();
  else res.status(415).json({ error: 'unsupportedType' });
};
