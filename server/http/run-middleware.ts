import type { Request, RequestHandler, Response } from 'express';

/** Runs Express middleware. Returns false if the middleware has ended the response and not called `next`. */
export async function runMiddleware(middleware: RequestHandler, req: Request, res: Response): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onClose = () => resolve(false);
  res.once('close', onClose);
  try {
    await middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve(true)));
    return await promise;
  } finally {
    res.off('close', onClose);
  }
}
