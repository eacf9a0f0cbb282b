import { Router, type Response } from 'express';
import { backendPath } from './media-path.ts';
import { backendFailure } from '#server/backend/failures.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Log } from '#server/operations/log.ts';

const types = /^image\/(avif|webp|png|jpeg|gif|svg\+xml)(;|$)/;
const words = { 404: 'Not found\n', 502: 'Bad gateway\n', 504: 'Gateway timeout\n' };

function refuse(res: Response, status: keyof typeof words): void {
  // A picture that is missing for a moment must not be missing for long.
  res.status(status).set('Cache-Control', 'no-store').type('text/plain').send(words[status]);
}

/** A picture opened by itself may not run anything either. */
const sandboxed = { 'Content-Security-Policy': "default-src 'none'; sandbox" };
/** The built-in news name only such. */
const builtIn = /^\/media\/news\/([\w-]+\.svg)$/;

/**
 * The backend's pictures, through this site: visitors' browsers speak to nobody else. While the backend is away, the
 * built-in news stand in for its own, and their pictures come from `picturesDir`.
 */
export function mediaRoutes(backendClient: BackendClient, log: Log, picturesDir: string): Router {
  const router = Router();

  function refuseOrStandIn(res: Response, path: string, status: keyof typeof words): void {
    const [, name] = builtIn.exec(path) ?? [];
    if (!name) return refuse(res, status);
    res.sendFile(
      name,
      { root: picturesDir, headers: { 'Cache-Control': 'public, max-age=60', ...sandboxed } },
      (error) => {
        if (error && !res.headersSent) refuse(res, status);
      },
    );
  }

  router.get('/{*path}', async (req, res) => {
    const [address = '', ...query] = req.originalUrl.split('?');
    const path = backendPath(address.replace(/^\/media/i, '/media'), query.length > 0 ? `?${query.join('?')}` : '');
    if (path === null) return refuse(res, 404);
    try {
      const { status, type, bytes } = await backendClient.file(path);
      if (status >= 500) return refuseOrStandIn(res, path, 502);
      if (status !== 200 || !types.test(type)) return refuseOrStandIn(res, path, 404);
      res.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=86400', ...sandboxed });
      res.send(bytes);
    } catch (error) {
      log.warn({ reason: String(error) }, 'a picture could not be fetched from the backend');
      refuseOrStandIn(res, path, backendFailure(error).status);
    }
  });
  return router;
}
