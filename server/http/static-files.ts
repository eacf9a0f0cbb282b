import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import sirv, { type Options as SirvOptions } from 'sirv';
import { closeFileWithResponse } from '#server/lib/close-file-with-response.ts';
import type { Handler } from './endpoint-table.ts';
import { answerNotModified } from './not-modified.ts';
import { documentHeaders } from './security-headers.ts';

/** Removes the encodings with a weight of zero, which the client refuses, because sirv ignores weights. */
const withoutRefused = (accepted: string) =>
  accepted
    .split(',')
    .filter((encoding) => !/;q=0(\.0*)?$/.test(encoding))
    .join(',');

/**
 * Forbids caches to store the response to a range beyond the end of a file: it has the Cache-Control of the file, so a
 * shared cache could send it, in place of the file, to every visitor.
 */
function forbidToStoreFailedRange(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const writeCheckedHead = (...parameters: Parameters<typeof writeHead>) => {
    if (parameters[0] === 416) response.setHeader('Cache-Control', 'no-store');
    return writeHead(...parameters);
  };
  // The parameters of one overload stand for those of all.
  response.writeHead = writeCheckedHead as typeof writeHead;
}

/** Serves the files of one folder. When a visitor leaves in the middle of a film, its file is closed. */
function serveFolder(openFolder: () => RequestHandler, notFound: Handler): Handler {
  // sirv reads the whole folder, so it is created at the first request and not at the start.
  let serve: RequestHandler | undefined;
  return (request, response) => {
    serve ??= openFolder();
    closeFileWithResponse(response);
    if (request.headers.range) forbidToStoreFailedRange(response);
    answerNotModified(request, response);
    const accepted = request.headers['accept-encoding'];
    if (accepted) request.headers['accept-encoding'] = withoutRefused(accepted);
    return serve(request, response, () => notFound(request, response));
  };
}

const setHeaders: SirvOptions['setHeaders'] = (res, path) => {
  if (path === '/favicon.ico') res.setHeader('Content-Type', 'image/x-icon');
  if (/^\/assets\/.+\.(css|woff2|svg|avif|webp|jpg|png|webm|mp4)$/.test(path))
    for (const name of documentHeaders) res.removeHeader(name);
  // Link previews are shown on other sites.
  if (/^\/assets\/(og|social)\//.test(path)) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
};

/** The names of the built files at the top of `clientDir`, such as favicon.ico, without their compressed variants. */
export function readRootFiles(clientDir: string): string[] {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name);
}

interface Options {
  clientDir: string;
  /** The folder `static/`, which is served only when the site is not built. */
  staticDir?: string | undefined;
  notFound: Handler;
}

/** Creates the handlers for the built files in `clientDir`, and for `static/` itself when the code is not built. */
export function createStaticHandlers({ clientDir, staticDir, notFound }: Options): {
  built: Handler;
  sources: Handler;
} {
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
  const folder = staticDir ? serveFolder(() => sirv(staticDir, { dev: true }), notFound) : notFound;
  return {
    built,
    sources(req, res) {
      // sirv expects a path relative to its folder.
      req.url = req.url.replace(/^\/static/i, '') || '/';
      return folder(req, res);
    },
  };
}
