import { Readable } from 'node:stream';
import type { Spool } from '#server/http/body/spool.ts';

/** A JSON text that is made while it is sent, so that the file inside is never in memory as a whole. */
export class StreamedJson {
  readonly bytes: number;
  readonly #chunks: () => AsyncGenerator<string>;

  constructor(bytes: number, chunks: () => AsyncGenerator<string>) {
    this.bytes = bytes;
    this.#chunks = chunks;
  }

  toStream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }
}

/** A multiple of three bytes, so that the pieces' base64 can be joined without padding. */
const pieceBytes = 3 * 64 * 1024;

/** Adds the field `attachment` to `value`: name, type and content in base64 (server/backend/README.md). */
export function jsonWithAttachment(
  value: object,
  { name, type }: { name: string; type: string },
  content: Spool,
): StreamedJson {
  const start = `${JSON.stringify({ ...value, attachment: { name, type } }).slice(0, -'}}'.length)},"data":"`;
  const end = '"}}';
  const base64Bytes = 4 * Math.ceil(content.bytes / 3);
  return new StreamedJson(Buffer.byteLength(start) + base64Bytes + end.length, async function* () {
    yield start;
    for await (const piece of content.pieces(pieceBytes)) yield piece.toString('base64');
    yield end;
  });
}
