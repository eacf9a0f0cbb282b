import type { RequestHandler } from 'express';
import type { Readable } from 'node:stream';
import sirv, { type Options } from 'sirv';

/**
 * Files of one folder, for reading alone. A visitor who leaves in the middle of a film takes its open file along, and
 * a file that cannot be read ends this answer, not the process.
 */
export function serveFiles(folder: string, options: Options): RequestHandler {
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
