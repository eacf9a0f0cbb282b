import { PassThrough } from 'node:stream';
import type { Request } from 'express';
import pLimit from 'p-limit';
import { clientKeyOf } from '../client-key.ts';
import { chunksOf } from './chunks-of.ts';
import { checkJsonSize } from './check-json-size.ts';
import { checkDeclaredLength, discardBody, pipeRequest } from './read.ts';
import { RequestError } from './request-error.ts';
import type { Spooler } from './spool.ts';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError(400, 'badRequest');
  }
}

export type LargeJsonReader = <T>(
  request: Request,
  maxBytes: number,
  handle: (value: unknown) => Promise<T>,
) => Promise<T>;

/**
 * Creates a reader of JSON bodies with few values and perhaps one long text. A body is written to disk first, so that
 * slow and parallel senders take no memory; only one body is parsed and handled at a time. Throws a RequestError.
 */
export function createLargeJsonReader(spool: Spooler): LargeJsonReader {
  const oneAtATime = pLimit(1);
  return async (request, maxBytes, handle) => {
    checkDeclaredLength(request, maxBytes, 'tooLarge');
    const sink = new PassThrough();
    // The reader of the sink also gets its error; after a refusal the sink has no reader, and without this listener the
    // error would end the process.
    sink.on('error', () => undefined);
    pipeRequest(request, sink, (error) => sink.destroy(error));
    try {
      await using stored = await spool(chunksOf(sink), maxBytes, 'tooLarge', clientKeyOf(request));
      return await oneAtATime(async () => {
        const text = await stored.read(0, stored.bytes);
        checkJsonSize(text);
        return handle(parse(text.toString('utf8')));
      });
    } finally {
      discardBody(request);
    }
  };
}
