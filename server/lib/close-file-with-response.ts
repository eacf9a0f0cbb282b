import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Handles errors of a file that `sirv` sends in a response. An error while the file is read ends the response, and not
 * the process. The file is closed when the response is closed.
 */
export function closeFileWithResponse(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}
