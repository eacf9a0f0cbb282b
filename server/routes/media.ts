import { Router } from 'express';
import type { Upstream } from '../upstream.ts';

/** Names of pictures: nothing that could lead out of /media on the backend. */
const plain = /^(\/(?!\.)(?:[\w.~!$&'()+,;=:@-]|%(?:[3-9a-f][\da-f]|2[0-9abd]))+)+$/i;
const types = /^image\/(avif|webp|png|jpeg|gif|svg\+xml)(;|$)/;

/** The backend's pictures, through this site: visitors' browsers speak to nobody else. */
export function mediaRoutes(upstream: Upstream): Router {
  const router = Router();
  router.get('/{*path}', async (req, res) => {
    if (!plain.test(req.path)) {
      res.status(404).type('text/plain').send('Not found\n');
      return;
    }
    const { status, type, bytes } = await upstream.file(`/media${req.path}`);
    if (status !== 200 || !types.test(type)) {
      res.status(404).type('text/plain').send('Not found\n');
      return;
    }
    // A picture opened by itself may not run anything either.
    res.set({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(bytes);
  });
  return router;
}
