import type { Readable } from 'node:stream';

/** The types of Node do not contain that a stream without an encoding has chunks of type Buffer. */
export const chunksOf = (stream: Readable) => stream as AsyncIterable<Buffer>;
