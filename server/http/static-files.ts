import { readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import sirv, { type Options } from 'sirv';
import type { Endpoint, Handler } from './endpoint-table.ts';
import { documentHeaders } from './security-headers.ts';

const immutable = 'public, max-age=31536000, immutable';
const day = 'public, max-age=86400';

/** In one line of text: where no page can be shown, and nobody reads it. */
export const answerNothing: Handler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found\n');
};

/** Answers a file of one folder, or 404. When a visitor leaves in the middle of a film, its file is closed. */
function serveFolder(serve: RequestHandler): Handler {
  return (request, response) => {
    response.once('pipe', (file: Readable) => {
      // A file that cannot be read ends this answer, not the process.
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    return serve(request, response, () => answerNothing(request, response));
  };
}

const setHeaders: Options['setHeaders'] = (res, path) => {
  if (path === '/favicon.ico') res.setHeader('Content-Type', 'image/x-icon');
  res.setHeader('Cache-Control', path.startsWith('/assets/') ? immutable : day);
  if (/^\/assets\/.+\.(css|woff2|svg|avif|webp|jpg|png|webm|mp4)$/.test(path))
    for (const name of documentHeaders) res.removeHeader(name);
  // Link previews are shown on other sites.
  if (/^\/assets\/(og|social)\//.test(path)) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
};

/** The built files at the top of `clientDir`, such as /favicon.ico; their compressed forms have no address of their own. */
function rootFiles(clientDir: string): string[] {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name);
}

/** Rows for the files that browsers load: what the build made, and `static/` itself where the code is not built. */
export function createStaticEndpoints(clientDir: string, staticDir?: string): Endpoint[] {
  const built = serveFolder(
    sirv(clientDir, { dev: staticDir !== undefined, etag: true, brotli: true, gzip: true, dotfiles: true, setHeaders }),
  );
  const sources = staticDir ? serveFolder(sirv(staticDir, { dev: true })) : answerNothing;
  const fromFolder: Handler = (req, res) => {
    // sirv looks below the folder's own name.
    req.url = req.url.replace(/^\/static/i, '') || '/';
    return sources(req, res);
  };
  return [
    ...rootFiles(clientDir).map((name): Endpoint => ({
      name: 'root-file',
      path: `/${name}`,
      method: 'GET',
      cache: day,
      precompressed: true,
      handler: built,
    })),
    { name: 'asset', path: '/assets/*', method: 'GET', cache: immutable, precompressed: true, handler: built },
    { name: 'asset', path: '/static/*', method: 'GET', cache: 'no-store', precompressed: true, handler: fromFolder },
  ];
}
