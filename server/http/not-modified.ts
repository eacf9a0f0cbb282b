import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { matchesEtag } from './etag.ts';

/** Ends the response when sirv begins to send the file, and stops reading that file. */
function endWithoutFile(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.unpipe(response).destroy();
    response.end();
  });
}

/**
 * Lets `sirv` answer 304 to a client that has the file. sirv itself compares the header with the entity tag as texts,
 * so it misses lists, `*` and tags that a proxy has made strong (RFC 9110, section 13.1.2), and its 304 lacks the
 * headers of the complete response (section 15.4.5).
 */
export function answerNotModified({ headers }: IncomingMessage, response: ServerResponse): void {
  const known = headers['if-none-match'];
  if (!known) return;
  delete headers['if-none-match'];
  const writeHead = response.writeHead.bind(response);
  const writeDecidedHead = (status: number, fileHeaders?: OutgoingHttpHeaders) => {
    const etag = fileHeaders?.['ETag'];
    if (typeof etag !== 'string' || !matchesEtag(known, etag)) return writeHead(status, fileHeaders);
    endWithoutFile(response);
    return writeHead(304, { ETag: etag });
  };
  // The type of writeHead also allows a reason phrase as an argument; sirv passes none.
  response.writeHead = writeDecidedHead as typeof writeHead;
}
