import type { IncomingMessage } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { RequestError } from './request-error.ts';
import { createSemaphore } from './semaphore.ts';
import { spool } from './spool.ts';

/** Refuses what says of itself that it is too long, before a byte of it is read. */
export function checkDeclaredLength(request: IncomingMessage, mostBytes: number, tooLarge: string): void {
  if (Number(request.headers['content-length'] ?? 0) <= mostBytes) return;
  drain(request);
  throw new RequestError(413, tooLarge);
}

/** Time for a sender to notice that it has been answered, and to read the answer. */
const drainMs = 5000;

/**
 * Lets the rest of a body run out unread, or its sender would see a broken connection instead of the answer; whoever
 * goes on and on is cut off.
 */
export function drain(request: IncomingMessage, ms = drainMs): void {
  request.unpipe();
  request.resume();
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), ms).unref();
  const stop = () => clearTimeout(cut);
  request.once('end', stop).once('close', stop);
}

/** Pours a request into a sink; `onBroken` hears when its sender leaves before the end. */
export function pour(request: IncomingMessage, sink: Writable, onBroken: (error: RequestError) => void): void {
  request.once('close', () => {
    if (!request.complete) onBroken(new RequestError(400, 'badRequest'));
  });
  request.pipe(sink);
}

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0)) as [number, number];
const structure = new Set(Buffer.from('{[,:'));
/** A message has a dozen fields and its attachment three: whatever has more parts is refused before any is made. */
const mostParts = 200;

/** Where the JSON string that begins at `start` ends. */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** Millions of small parts in a body of that size would hold up every other visitor while they are parsed. */
function checkParts(text: Buffer): void {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte === quote) at = endOfString(text, at);
    else if (structure.has(byte)) parts += 1;
    if (parts > mostParts) throw new RequestError(400, 'badRequest');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestError(400, 'badRequest');
  }
}

export type LargeJsonReader = <T>(request: IncomingMessage, handle: (value: unknown) => Promise<T>) => Promise<T>;

/**
 * Reads JSON bodies of up to `mostBytes`, few parts and perhaps one long text, by way of the disk, so that slow and parallel senders fill no memory: only
 * one of them is parsed and handled at a time.
 */
export function createLargeJsonReader(mostBytes: number): LargeJsonReader {
  const oneByOne = createSemaphore(1);
  return async (request, handle) => {
    checkDeclaredLength(request, mostBytes, 'tooLarge');
    const sink = new PassThrough();
    // Whoever reads the sink hears of its error; nobody does any more once the body has been refused.
    sink.on('error', () => undefined);
    pour(request, sink, (error) => sink.destroy(error));
    try {
      await using stored = await spool(sink as AsyncIterable<Buffer>, mostBytes, 'tooLarge');
      return await oneByOne(async () => {
        const text = await stored.read(0, stored.bytes);
        checkParts(text);
        return handle(parse(text.toString('utf8')));
      });
    } finally {
      drain(request);
    }
  };
}
