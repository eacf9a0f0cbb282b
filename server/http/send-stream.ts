import type { ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { propertyOf } from '#shared/property-of.ts';
import { createRateDeadline } from './rate-deadline.ts';

/** The parts of a response that are needed to send a file. */
type Recipient = Writable & { socket: Pick<NonNullable<ServerResponse['socket']>, 'bytesWritten'> | null };

/**
 * The minimum average rate at which a client reads, in bytes a second. A slower transfer is ended, because it occupies
 * one of the few connections to the backend.
 */
const minRate = 4096;
/**
 * The longest pause of a client, in milliseconds. Bytes count in chunks of up to 64 kB, for which a client at the
 * minimum rate needs 16 s.
 */
const maxPauseMs = 20_000;
/** How often the rate of a transfer is checked, in milliseconds. */
const checkMs = 1000;

/**
 * Ends a transfer that is too slow, because of its client or of the backend. Returns the function that stops the timer.
 */
function endWhenSlow(res: Recipient, body: Readable): () => void {
  const isSlow = createRateDeadline({ minRate, maxPauseMs });
  let taken = res.socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    // A pipelined response has no socket until the responses before it have ended.
    const { bytesWritten = taken } = res.socket ?? {};
    if (isSlow(bytesWritten - taken)) body.destroy(new Error('the file is transferred too slowly'));
    taken = bytesWritten;
  }, checkMs).unref();
  return () => clearInterval(timer);
}

/** The codes of Node for a client that has left before the transfer or during it. */
const leftCodes = ['ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Whether `sendStream` has rejected because the client has left, which needs no warning in the log. */
export const isLeftByClient = (error: unknown) => leftCodes.includes(String(propertyOf(error, 'code')));

/**
 * Sends a file of the backend as it arrives, so that only a small part of it is in memory. Rejects, after the headers
 * were sent, when the file is longer than `maxBytes`, when the transfer is too slow, or when its client has left or
 * leaves.
 */
export async function sendStream(res: Recipient, body: Readable, maxBytes: number): Promise<void> {
  let bytes = 0;
  body.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > maxBytes) body.destroy(new Error('the file is too large'));
  });
  const stop = endWhenSlow(res, body);
  await pipeline(body, res).finally(stop);
}
