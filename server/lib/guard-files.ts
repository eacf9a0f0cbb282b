import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * For a response that `sirv` may send a file with: an error while the file is read ends this response, not the process,
 * and the file is closed with the response.
 */
export function guardFiles(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}
