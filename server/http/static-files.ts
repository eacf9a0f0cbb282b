import { Router, type RequestHandler } from 'express';
import type { Readable } from 'node:stream';
import sirv, { type Options } from 'sirv';
import { documentHeaders } from './security-headers.ts';

const immutable = 'public, max-age=31536000, immutable';

/**
 * Files of one folder, for reading alone. A visitor who leaves in the middle of a film takes its open file along, and
 * a file that cannot be read ends this answer, not the process.
 */
function serveFolder(folder: string, options: Options): RequestHandler {
  const serve = sirv(folder, options);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    return serve(request, response, next);
  };
}

/** What the build made for browsers, and `static/` itself where the code is not built; other names below are 404. */
export function staticFiles(clientDir: string, staticDir?: string): Router {
  const router = Router();
  router.use(
    serveFolder(clientDir, {
      dev: staticDir !== undefined,
      etag: true,
      brotli: true,
      gzip: true,
      dotfiles: true,
      setHeaders: (res, path) => {
        res.setHeader('Cache-Control', path.startsWith('/assets/') ? immutable : 'public, max-age=86400');
        if (/^\/assets\/.+\.(css|woff2|svg|avif|webp|jpg|png|webm|mp4)$/.test(path))
          for (const name of documentHeaders) res.removeHeader(name);
        // Link previews are for other people's pages.
        if (/^\/assets\/(og|social)\//.test(path)) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      },
    }),
  );
  if (staticDir) router.use('/static', serveFolder(staticDir, { dev: true }));
  router.use(['/assets', '/static'], (_req, res) => {
    res.status(404).type('text/plain').send('Not found\n');
  });
  return router;
}
