import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import sirv, { type Options as SirvOptions } from 'sirv';
import type { Endpoint, Handler } from './endpoint-table.ts';
import { documentHeaders } from './security-headers.ts';

const immutable = 'public, max-age=31536000, immutable';
const day = 'public, max-age=86400';

/** The compressions that a client takes, without those that it refuses by a weight of zero: sirv does not read weights. */
const withoutRefused = (accepted: string) =>
  accepted
    .split(',')
    .filter((encoding) => !/;q=0(\.0*)?$/.test(encoding))
    .join(',');

/** Answers a file of one folder, or 404. When a visitor leaves in the middle of a film, its file is closed. */
function serveFolder(openFolder: () => RequestHandler, notFound: Handler): Handler {
  // sirv reads the whole folder: the first page need not wait for that.
  let serve: RequestHandler | undefined;
  return (request, response) => {
    serve ??= openFolder();
    response.once('pipe', (file: Readable) => {
      // A file that cannot be read ends this answer, not the process.
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    const accepted = request.headers['accept-encoding'];
    if (accepted) request.headers['accept-encoding'] = withoutRefused(accepted);
    return serve(request, response, () => notFound(request, response));
  };
}

const setHeaders: SirvOptions['setHeaders'] = (res, path) => {
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

interface Options {
  clientDir: string;
  /** The folder of the sources, which a site that is not built serves too. */
  staticDir?: string | undefined;
  notFound: Handler;
}

/** Rows for the files that browsers load: what the build made, and `static/` itself where the code is not built. */
export function createStaticEndpoints({ clientDir, staticDir, notFound }: Options): Endpoint[] {
  const built = serveFolder(
    () =>
      sirv(clientDir, {
        dev: staticDir !== undefined,
        etag: true,
        brotli: true,
        gzip: true,
        dotfiles: true,
        setHeaders,
      }),
    notFound,
  );
  const sources = staticDir ? serveFolder(() => sirv(staticDir, { dev: true }), notFound) : notFound;
  const fromFolder: Handler = (req, res) => {
    // sirv looks below the folder's own name.
    req.url = req.url.replace(/^\/static/i, '') || '/';
    return sources(req, res);
  };
  return [
    ...rootFiles(clientDir).map((name): Endpoint => ({
      name: 'root-file',
      path: posix.join('/', name),
      method: 'GET',
      cache: day,
      precompressed: true,
      handler: built,
    })),
    { name: 'asset', path: '/assets/*', method: 'GET', cache: immutable, precompressed: true, handler: built },
    { name: 'asset', path: '/static/*', method: 'GET', cache: 'no-store', precompressed: true, handler: fromFolder },
  ];
}
