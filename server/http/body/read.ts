import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { RequestError } from './request-error.ts';

/** Refuses a body that announces too many bytes, before any of it is read. */
export function checkDeclaredLength(request: IncomingMessage, maxBytes: number, tooLarge: string): void {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return;
  drain(request);
  throw new RequestError(413, tooLarge);
}

/** Time for a sender to notice that it has been answered, and to read the answer. */
const drainMs = 5000;

/**
 * Reads the rest of a body and drops it: without that its sender sees a broken connection instead of the answer. A
 * sender that goes on for longer than `ms` is disconnected.
 */
export function drain(request: IncomingMessage, ms = drainMs): void {
  request.unpipe();
  request.resume();
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), ms).unref();
  const stop = () => clearTimeout(cut);
  request.once('end', stop).once('close', stop);
}

/**
 * Each chunk of a chunked body is an event of its own, whatever its size: a body has at most this many, plus one for
 * each half kilobyte. Network packets are three times as large.
 */
const minChunks = 1000;
const minMeanChunkBytes = 512;

/** Pipes a request into a sink; `onBroken` is told when its sender leaves before the end, or sends it in tiny chunks. */
export function pour(request: IncomingMessage, sink: Writable, onBroken: (error: RequestError) => void): void {
  let chunks = 0;
  let bytes = 0;
  request.on('data', ({ length }: Buffer) => {
    chunks += 1;
    bytes += length;
    if (chunks <= minChunks + bytes / minMeanChunkBytes) return;
    onBroken(new RequestError(413, 'tooLarge'));
    // Reading on would cost more than the connection is worth.
    request.unpipe(sink);
    request.pause();
    setTimeout(() => request.socket.destroy(), 200).unref();
  });
  request.once('close', () => {
    if (!request.complete) onBroken(new RequestError(400, 'badRequest'));
  });
  request.pipe(sink);
}
