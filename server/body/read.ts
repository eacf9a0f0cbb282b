import type { IncomingMessage } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { createGate } from './gate.ts';
import { RequestError } from './request-error.ts';
import { spool } from './spool.ts';

/** Refuses what says of itself that it is too long, before a byte of it is read. */
export function checkDeclaredLength(request: IncomingMessage, mostBytes: number, tooLarge: string): void {
  if (Number(request.headers['content-length'] ?? 0) <= mostBytes) return;
  drain(request);
  throw new RequestError(413, tooLarge);
}

/** Time for a sender to notice that it has been answered. */
const drainMs = 5000;

/**
 * Lets the rest of a body run out unread, or its sender would see a broken connection instead of the answer; whoever
 * goes on and on is cut off.
 */
export function drain(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), drainMs).unref();
  request.once('close', () => clearTimeout(cut));
}

/** Pours a request into a sink; `onBroken` hears when its sender leaves before the end. */
export function pour(request: IncomingMessage, sink: Writable, onBroken: (error: RequestError) => void): void {
  request.once('close', () => {
    if (!request.complete) onBroken(new RequestError(400, 'badRequest'));
  });
  request.pipe(sink);
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
 * Reads JSON bodies of up to `mostBytes` by way of the disk, so that slow and parallel senders fill no memory: only
 * one of them is parsed and handled at a time.
 */
export function createLargeJsonReader(mostBytes: number): LargeJsonReader {
  const oneByOne = createGate(1);
  return async (request, handle) => {
    checkDeclaredLength(request, mostBytes, 'tooLarge');
    const sink = new PassThrough();
    // Whoever reads the sink hears of its error; nobody does any more once the body has been refused.
    sink.on('error', () => undefined);
    pour(request, sink, (error) => sink.destroy(error));
    try {
      await using stored = await spool(sink as AsyncIterable<Buffer>, mostBytes, 'tooLarge');
      return await oneByOne(async () => handle(parse((await stored.read(0, stored.bytes)).toString('utf8'))));
    } finally {
      drain(request);
    }
  };
}
