import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { AlreadyRespondedError, RequestError } from './request-error.ts';

/** Refuses a body whose Content-Length is too large, before any of it is read. */
export function checkDeclaredLength(request: IncomingMessage, maxBytes: number, tooLarge: string): void {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return;
  discardBody(request);
  throw new RequestError(413, tooLarge);
}

/** Time for a sender to notice the response and to read it, in milliseconds. */
const discardMs = 5000;
/** The same time for a sender whose body is not read any more. */
const cutMs = 200;

/**
 * Each chunk of a chunked body causes an event, whatever its size. A body may have this number of chunks, plus one for
 * each half kilobyte; network packets are three times as large.
 */
const minChunks = 1000;
const minMeanChunkBytes = 512;

/** Calls `onTooMany` once, when a body has too many tiny chunks. */
function watchChunks(request: IncomingMessage, onTooMany: () => void): void {
  let chunks = 0;
  let bytes = 0;
  function count({ length }: Buffer): void {
    chunks += 1;
    bytes += length;
    if (chunks <= minChunks + bytes / minMeanChunkBytes) return;
    request.off('data', count);
    onTooMany();
  }
  request.on('data', count);
}

/** The requests whose bodies are discarded or not read any more. */
const refused = new WeakSet<IncomingMessage>();

/** Reads no more of a body: that would take more processor time than a response to this sender is worth. */
function stopReading(request: IncomingMessage): void {
  refused.add(request);
  request.unpipe();
  request.pause();
  setTimeout(() => request.socket.destroy(), cutMs).unref();
}

/**
 * Reads and drops the rest of a body: otherwise its sender sees a broken connection instead of the response. A sender
 * that continues for longer than `ms`, or with too many tiny chunks, is disconnected.
 */
export function discardBody(request: IncomingMessage, ms = discardMs): void {
  if (refused.has(request)) return;
  refused.add(request);
  request.unpipe();
  request.resume();
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), ms).unref();
  const stop = () => clearTimeout(cut);
  request.once('end', stop).once('close', stop);
  watchChunks(request, () => stopReading(request));
}

/**
 * Pipes a request body into a sink. Calls `onBroken` at most once, when the body will not be read to its end: its
 * sender has disconnected (also before this call), it has too many tiny chunks, or the site has refused it, for example
 * with 408 because it comes too slowly, which is an AlreadyRespondedError.
 */
export function pipeRequest(
  request: IncomingMessage,
  sink: Writable,
  onBroken: (error: RequestError | AlreadyRespondedError) => void,
): void {
  let isBroken = false;
  function breakOff(error: RequestError | AlreadyRespondedError): void {
    if (isBroken) return;
    isBroken = true;
    onBroken(error);
  }
  const faultOf = () => (refused.has(request) ? new AlreadyRespondedError() : new RequestError(400, 'badRequest'));
  if (request.destroyed || refused.has(request)) return breakOff(faultOf());
  watchChunks(request, () => {
    breakOff(new RequestError(413, 'tooLarge'));
    stopReading(request);
  });
  // After the response, Node no longer emits `close` for its request.
  sink.once('unpipe', () => {
    if (!request.readableEnded) breakOff(faultOf());
  });
  request.once('close', () => {
    if (!request.complete) breakOff(faultOf());
  });
  request.pipe(sink);
}
